import type { MyReview } from '@site/shared/contracts/reviews.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import { ApiError, ButtonLink, EmptyState, Icon, icons, Link, paths, useFormats, useParams, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Loading } from '../../../signed-in/loading.tsx';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { SignedInData } from '../../../signed-in/signed-in-data.tsx';
import { ReviewForm } from './review-form.tsx';
import css from './review-page.module.css';
import { useMyReview } from './review-queries.ts';
import { texts } from './texts.ts';

export const handle = pageHandle(({ preferences }) => ({ title: texts[preferences.locale].pageTitle, isPrivate: true }));

export function Component() {
  const common = useTexts(commonTexts);
  const { ebookId = '' } = useParams();
  return (
    <SignedInData>
      <div className={css.page}>
        <Link to={paths.userDashboard.href('ebooks')} className={css.back}>
          <Icon path={pageIcons.arrowLeft} />
          {common.myEbooks}
        </Link>
        <OneReview key={ebookId} ebookId={ebookId} />
      </div>
    </SignedInData>
  );
}

function OneReview({ ebookId }: { ebookId: string }) {
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
  const { loading } = useTexts(stateTexts);
  const uid = useReaderUid();
  const query = useMyReview(ebookId);
  if (query.isPending || uid === null) {
    return <Loading text={loading} lines={6} hasTitle />;
  }
  const { data, error } = query;
  if (data) {
    return (
      <>
        <h1>
          {t.title} <span lang={data.language}>“{data.title}”</span>
        </h1>
        {data.mayWrite ? (
          <>
            <Standing mine={data} />
            <ReviewForm uid={uid} ebookId={ebookId} mine={data} />
          </>
        ) : (
          <p>{t.tooEarly}</p>
        )}
      </>
    );
  }
  if (error instanceof ApiError && error.code === 'not_found') {
    return (
      <EmptyState icon={icons.book} title={t.notFound} message={t.notFoundMessage} isPage>
        <ButtonLink to={paths.userDashboard.href('ebooks')}>{common.myEbooks}</ButtonLink>
      </EmptyState>
    );
  }
  return <LoadFailure title={t.failed} query={query} />;
}

/** What became of the review: whether it is shown, and what was replied. */
function Standing({ mine: { review } }: { mine: MyReview }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  if (!review) return <p className={css.lead}>{t.lead}</p>;
  return (
    <>
      <p className={css.lead}>
        {review.state === 'hidden' && review.hiddenReason ? t.hidden(t.reasons[review.hiddenReason]) : t.states[review.state]}
      </p>
      {review.reply && (
        <Card as="section" tone="sunken">
          <h2 className={css.heading}>{t.reply(day(review.reply.at))}</h2>
          <p className={css.reply}>{review.reply.text}</p>
        </Card>
      )}
    </>
  );
}

import type { MyReview } from '@site/shared/contracts/reviews.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import { ButtonLink, EmptyState, Icon, icons, Link, paths, useFormats, useParams, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import layout from '../../../signed-in/layout.module.css';
import { Loaded } from '../../../signed-in/loaded.tsx';
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
        <Link to={paths.userDashboard.href('ebooks')} className={layout.back}>
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
  const uid = useReaderUid();
  const missing = (
    <EmptyState icon={icons.book} title={t.notFound} message={t.notFoundMessage} isPage>
      <ButtonLink to={paths.userDashboard.href('ebooks')}>{common.myEbooks}</ButtonLink>
    </EmptyState>
  );
  return (
    <Loaded query={useMyReview(ebookId)} failed={t.failed} lines={6} hasTitle missing={missing}>
      {(mine) => (
        <>
          <h1>
            {t.title} <span lang={mine.language}>“{mine.title}”</span>
          </h1>
          {!mine.mayWrite && <p>{t.tooEarly}</p>}
          {mine.mayWrite && <Standing mine={mine} />}
          {mine.mayWrite && uid !== null && <ReviewForm uid={uid} ebookId={ebookId} mine={mine} />}
        </>
      )}
    </Loaded>
  );
}

/** Shows the state of the review: whether it is published, and the reply. */
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
          <p className={layout.words}>{review.reply.text}</p>
        </Card>
      )}
    </>
  );
}

import type { AdminReview } from '@site/shared/contracts/admin-reviews.ts';
import { HIDDEN_REASONS, type ReviewState } from '@site/shared/contracts/review-rules.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, Link, toast, useFormats, useLocation, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { drawStars } from '@site/shared/texts/stars.ts';
import { useId } from 'react';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { AskForm } from '../../../signed-in/ask-button.tsx';
import layout from '../../../signed-in/layout.module.css';
import { ReplyForm } from './reply-form.tsx';
import css from './reviews.module.css';
import { useModerateReview } from './reviews-queries.ts';
import { texts } from './texts.ts';

const TONES = { published: 'success', waiting: 'accent', hidden: 'neutral', withdrawn: 'neutral' } as const satisfies Record<
  ReviewState,
  BadgeTone
>;

/** Shows a review with the actions on it: hide with a reason, show, reply. */
export function ReviewRow({ review }: { review: AdminReview }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const titleId = useId();
  const { id, stars, text, name, ebook, uid, email, state, hiddenReason, isFree, writtenAt, locale } = review;
  // A task links to the waiting review.
  const isNamed = useLocation().hash === `#review-${id}`;
  return (
    <li id={`review-${id}`} className={css.review} aria-labelledby={titleId} data-named={isNamed || undefined}>
      <p id={titleId} className={css.head}>
        <span role="img" aria-label={t.of(stars)} className={css.stars}>
          {drawStars(stars)}
        </span>
        <strong>{ebook.title}</strong>
        <Badge tone={TONES[state]}>{state === 'hidden' && hiddenReason ? t.hiddenFor(t.reasons[hiddenReason]) : t.states[state]}</Badge>
      </p>
      <p className={layout.softLong}>
        {name} · <time dateTime={writtenAt}>{day(writtenAt)}</time> · {isFree ? t.free : t.verified}
        {email && (
          <span>
            {' '}
            · <Link to={adminPaths.personBehind.href('user', uid)}>{t.seePerson}</Link>
          </span>
        )}
      </p>
      {text && (
        <p className={layout.words} lang={locale}>
          {text}
        </p>
      )}
      <ReplyForm review={review} />
      <Moderation review={review} />
    </li>
  );
}

function Moderation({ review }: { review: AdminReview }) {
  const t = useTexts(texts);
  const moderate = useModerateReview(review);
  const isShown = review.hiddenReason === null && review.state !== 'waiting';
  const show = () => moderate.mutate(null, { onSuccess: () => toast.success(t.shown, { id: 'review' }) });
  return (
    <>
      <div className={layout.chips}>
        {!isShown && (
          <Button variant="secondary" size="s" isPending={moderate.isPending} onClick={show}>
            {t.show}
            <VisuallyHidden>: {review.name}</VisuallyHidden>
          </Button>
        )}
        {review.hiddenReason === null && (
          <AskForm
            label={t.hide}
            labelEnd={`: ${review.name}`}
            title={t.hideTitle}
            about={<p>{t.hideMeaning}</p>}
            action={moderate}
            confirmText={t.hide}
            isDangerous
            failed={t.notChanged}
            done={t.hidden}
            doneId="review"
            keep={`hidden review ${review.id}`}
            read={(fields) => HIDDEN_REASONS.find((one) => one === fields.get('reason')) ?? 'offense'}
          >
            <Select name="reason" label={t.reason} options={HIDDEN_REASONS.map((value) => ({ value, label: t.reasons[value] }))} />
          </AskForm>
        )}
      </div>
      <ActionFailure error={moderate.error} what={t.notChanged} />
    </>
  );
}

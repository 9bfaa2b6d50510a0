import { hasContactDetails } from '@site/shared/contracts/contact-details.ts';
import { isReadableName, REVIEW_LIMITS, STARS } from '@site/shared/contracts/review-rules.ts';
import type { MyReview } from '@site/shared/contracts/reviews.ts';
import { TextArea, TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, Button, toast, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { drawStars } from '@site/shared/texts/stars.ts';
import { type FormEvent, useId, useState } from 'react';
import { inTab } from '../../../drafts/draft-storage.ts';
import { type Saved, useDraft } from '../../../drafts/use-draft.ts';
import layout from '../../../signed-in/layout.module.css';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { DeleteReview } from './delete-review.tsx';
import css from './review-page.module.css';
import { useSaveReview } from './review-queries.ts';
import { texts } from './texts.ts';

type ReviewFormProps = { readonly uid: string; readonly ebookId: string; readonly mine: MyReview };

/** The typed form. `stars` is 0 until the reader chooses. */
type ReviewText = { readonly stars: 0 | (typeof STARS)[number]; readonly text: string; readonly name: string };

const savedIn = ({ review, name }: MyReview): Saved<ReviewText> =>
  review
    ? {
        version: review.revision,
        body: { stars: STARS.find((stars) => stars === review.stars) ?? 0, text: review.text, name: review.name },
      }
    : { version: 0, body: { stars: 0, text: '', name } };

/** Shows stars, text and the name shown with them. Typed values stay in this tab until they are saved, even if another tab saved first. */
export function ReviewForm({ uid, ebookId, mine }: ReviewFormProps) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const errorId = useId();
  const save = useSaveReview(ebookId);
  const failure = useFailureText(save.error);
  const { saved, body, draft, write, discard, settle } = useDraft(inTab(`review:${uid}:${ebookId}`), savedIn(mine));
  const [isTried, setIsTried] = useState(false);
  const isOvertaken = save.error instanceof ApiError && save.error.code === 'changed_meanwhile';
  const problems = {
    stars: body.stars === 0 && t.starsMissing,
    name: !isReadableName(body.name) ? t.nameMissing : hasContactDetails(body.name) && t.nameLeads,
  };

  const change = (part: Partial<ReviewText>) => write({ ...body, ...part });

  function forget() {
    discard();
    setIsTried(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsTried(true);
    if (save.isPending || problems.stars || problems.name) return;
    // Once the reader has seen the newer text of another tab, a save may overwrite that text.
    const { version } = isOvertaken ? saved : (draft ?? saved);
    save.mutate(
      { ...body, locale, revision: version },
      {
        onSuccess: (answer) => {
          settle(body, savedIn(answer));
          setIsTried(false);
          toast.success(answer.review?.state === 'waiting' ? t.savedWaiting : t.saved, { id: 'review' });
        },
      },
    );
  }

  return (
    <form className={layout.parts} onSubmit={submit} noValidate>
      <fieldset className={css.stars} aria-describedby={isTried && problems.stars ? errorId : undefined}>
        <legend>{t.stars}</legend>
        {STARS.map((stars) => (
          <label key={stars}>
            <input
              type="radio"
              name="stars"
              value={stars}
              checked={body.stars === stars}
              onChange={() => change({ stars })}
              aria-invalid={(isTried && body.stars === 0) || undefined}
            />
            <span aria-hidden="true" className={css.drawn}>
              {drawStars(stars)}
            </span>
            <span>{t.meanings[stars]}</span>
          </label>
        ))}
        <div role="alert" id={errorId} className={layout.problem}>
          {isTried && problems.stars}
        </div>
      </fieldset>
      <TextArea
        label={t.text}
        hint={t.textHint(body.text.length, REVIEW_LIMITS.text)}
        name="text"
        rows={7}
        maxLength={REVIEW_LIMITS.text}
        value={body.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      {hasContactDetails(body.text) && <p className={css.lead}>{t.textLeads}</p>}
      <TextField
        label={t.name}
        hint={t.nameHint}
        name="name"
        autoComplete="given-name"
        maxLength={REVIEW_LIMITS.name}
        value={body.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        error={isTried && problems.name}
      />
      <div role="alert">
        {isOvertaken && (
          <div className={css.overtaken}>
            <p>{t.overtaken}</p>
            {mine.review && (
              <blockquote className={layout.words}>
                {drawStars(mine.review.stars)} {mine.review.text}
              </blockquote>
            )}
          </div>
        )}
        {save.isError && !isOvertaken && <p className={layout.problem}>{`${t.notSaved} ${failure}`}</p>}
      </div>
      <div className={css.actions}>
        <Button type="submit" isPending={save.isPending} pendingText={t.saving}>
          {mine.review ? t.change : t.publish}
        </Button>
        {mine.review && <DeleteReview ebookId={ebookId} onDeleted={forget} />}
      </div>
    </form>
  );
}

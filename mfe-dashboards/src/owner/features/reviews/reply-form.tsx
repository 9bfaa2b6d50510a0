import type { AdminReview } from '@site/shared/contracts/admin-reviews.ts';
import { REVIEW_LIMITS } from '@site/shared/contracts/review-rules.ts';
import { TextArea } from '@site/shared/patterns/field.tsx';
import { ApiError, Button, toast, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import type { FormEvent } from 'react';
import { inTab, useKept } from '../../../drafts/draft-storage.ts';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { useFocusFollows } from '../../../signed-in/use-focus-follows.ts';
import css from './reviews.module.css';
import { useReplyToReview } from './reviews-queries.ts';
import { texts } from './texts.ts';

/** Edits the single reply to a review. An empty field removes the reply. */
export function ReplyForm({ review }: { review: AdminReview }) {
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
  const { day } = useFormats();
  /** The typed reply, with the revision that the review had when typing began. */
  const [typed, write] = useKept<{ readonly body: string; readonly revision: number }>(inTab(`review reply ${review.id}`));
  const save = useReplyToReview(review);
  const { reply, name, revision } = review;
  const { inside, outside } = useFocusFollows<HTMLTextAreaElement>(typed !== null);
  const isOvertaken = save.error instanceof ApiError && save.error.code === 'changed_meanwhile';
  const shownReply = reply && (
    <div className={css.reply}>
      <p className={layout.softLong}>{t.replyOf(day(reply.at))}</p>
      <p className={layout.words}>{reply.text}</p>
    </div>
  );

  function close() {
    write(null);
    if (save.isError) save.reset();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending || typed === null) return;
    const text = typed.body.trim() || null;
    if (text === null && reply === null) return close();
    // After a refusal the page has loaded and shown the other admin's change, so this reply may overwrite that change.
    const sent = { reply: text, revision: isOvertaken ? review.revision : typed.revision };
    save.mutate(sent, {
      onSuccess: (answer) => {
        write((now) => (now && now.body !== typed.body ? { ...now, revision: answer.revision } : null));
        toast.success(text ? t.replied : t.replyRemoved, { id: 'review' });
      },
    });
  }

  if (typed === null) {
    return (
      <>
        {shownReply}
        <div className={layout.chips}>
          <Button ref={outside} variant="secondary" size="s" onClick={() => write({ body: reply?.text ?? '', revision })}>
            {reply ? t.changeReply : t.reply}
            <VisuallyHidden>: {name}</VisuallyHidden>
          </Button>
        </div>
      </>
    );
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      {isOvertaken && shownReply}
      <TextArea
        ref={inside}
        label={t.replyTo(name)}
        hint={reply ? t.replyHintAgain : t.replyHint}
        name="reply"
        rows={4}
        maxLength={REVIEW_LIMITS.reply}
        value={typed.body}
        onChange={({ currentTarget }) => write({ ...typed, body: currentTarget.value })}
      />
      <ActionFailure error={save.error} what={t.notReplied} />
      <div className={layout.chips}>
        <Button type="submit" size="s" isPending={save.isPending} pendingText={t.replying}>
          {t.publishReply}
        </Button>
        <Button variant="quiet" size="s" onClick={close}>
          {common.cancel}
        </Button>
      </div>
    </form>
  );
}

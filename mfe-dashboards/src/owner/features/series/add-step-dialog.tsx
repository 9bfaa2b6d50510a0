import type { AdminSeries } from '@site/shared/contracts/admin-series.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, useTexts } from '@site/shared/site/site.ts';
import { useDeferredValue, useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { closeAndToast } from '../../../signed-in/close-and-toast.ts';
import layout from '../../../signed-in/layout.module.css';
import { DayField, dayOf } from './day-field.tsx';
import css from './series.module.css';
import { useAddStep, usePublishedTexts } from './series-queries.ts';
import { texts } from './texts.ts';

const SHOWN = 6;
/** Days between two issues by default. */
const USUAL_DAYS = 3;

/** Returns the default day of a new step: the first issue is sent at once, and each further issue some days after the last one. */
const nextDay = (steps: AdminSeries['steps']): string => {
  const last = steps.at(-1);
  return last ? String(last.afterDays + USUAL_DAYS) : '0';
};

/** Chooses a published post and its day in the series. */
export function AddStepDialog({ series, onClose }: { readonly series: AdminSeries; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const [words, setWords] = useState('');
  const [post, setPost] = useState<{ id: string; title: string; visibility: string } | null>(null);
  const [typed, setTyped] = useState(() => nextDay(series.steps));
  const [isRefused, setIsRefused] = useState(false);
  const found = usePublishedTexts(useDeferredValue(words.trim()));
  const add = useAddStep();
  const fields = add.error instanceof ApiError ? add.error.fields : {};
  const day = dayOf(typed);

  const taken = new Set(series.steps.map(({ postId }) => postId));
  const free = (found.data?.posts ?? []).filter(({ id }) => !taken.has(id) && id !== post?.id);
  const shown = [...(post ? [post] : []), ...free.slice(0, SHOWN)];
  const textProblem =
    isRefused && !post ? t.problems.text : { taken: t.problems.textTaken, not_published: t.problems.notPublished }[fields.postId ?? ''];

  function forgive() {
    setIsRefused(false);
    add.reset();
  }
  function confirm() {
    if (day === null || !post) return setIsRefused(true);
    add.mutate({ revision: series.revision, postId: post.id, afterDays: day }, closeAndToast(onClose, t.added));
  }

  return (
    <ActionDialog
      title={t.addTitle}
      onClose={onClose}
      action={{ isPending: add.isPending, error: fields.afterDays || textProblem ? null : add.error }}
      onConfirm={confirm}
      confirmText={t.confirmAdd}
      failed={t.actionFailed}
      reason={fields.steps && t.problems.tooMany}
    >
      <div className={layout.lines}>
        <TextField
          label={t.search}
          type="search"
          autoComplete="off"
          value={words}
          error={textProblem}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <fieldset className={css.choices}>
          <legend className={css.legend}>{t.text}</legend>
          {shown.map((choice) => (
            <label key={choice.id} className={css.choice}>
              <input
                type="radio"
                name="text"
                checked={choice.id === post?.id}
                onChange={() => {
                  setPost(choice);
                  forgive();
                }}
              />
              <span>
                {choice.title || t.untitled}
                {choice.visibility === 'campaign' && <small className={layout.hint}> · {t.campaignOnly}</small>}
              </span>
            </label>
          ))}
        </fieldset>
        <p role="status" className={layout.hint}>
          {found.isError
            ? t.searchFailed
            : found.isSuccess && shown.length === 0
              ? t.noneFound
              : (free.length > SHOWN || found.data?.nextCursor) && t.more}
        </p>
        <DayField
          typed={typed}
          problem={isRefused && day === null ? 'invalid' : fields.afterDays}
          onChange={(value) => {
            setTyped(value);
            forgive();
          }}
        />
        <p>{t.addSentence}</p>
      </div>
    </ActionDialog>
  );
}

import type { AdminPost, PostDraft } from '@site/shared/contracts/admin-posts.ts';
import { POST_LIMITS } from '@site/shared/contracts/post-rules.ts';
import { TextArea, TextField } from '@site/shared/patterns/field.tsx';
import { plainTextOf } from '@site/shared/rich-text/plain.ts';
import { ApiError, Button, Skeleton, useFormats, useTexts } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { oneLine } from '@site/shared/texts/plain-text.ts';
import { useMutation } from '@tanstack/react-query';
import { dequal } from 'dequal/lite';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Conflict } from '../../../drafts/conflict.tsx';
import { onDevice } from '../../../drafts/draft-storage.ts';
import { noteOwnSave } from '../../../drafts/own-saves.ts';
import { useAutosave } from '../../../drafts/use-autosave.ts';
import { keptDraft, useDraft } from '../../../drafts/use-draft.ts';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { Differences } from '../../block-editor/differences.tsx';
import { isChangedMeanwhile, useRecords } from '../../common/records.ts';
import { postRecords } from './posts-queries.ts';
import { texts } from './texts.ts';
import { useSiteEmbeds } from './use-site-embeds.ts';

const RichTextEditor = lazy(async () => ({ default: (await import('../../rich-text/rich-text-editor.tsx')).RichTextEditor }));

/** The pause in typing after which a draft is sent, in milliseconds. */
const PAUSE_MS = 2_000;
/** The wait before a failed save is retried, in milliseconds. */
const AGAIN_MS = 10_000;

type Words = Pick<PostDraft, 'title' | 'lead' | 'body'>;
const wordsOf = ({ title, lead, body }: Words): Words => ({ title, lead, body });
/** The API trims lines, so surrounding spaces make no difference. */
const isSame = (one: Words, other: Words): boolean =>
  oneLine(one.title) === oneLine(other.title) && oneLine(one.lead) === oneLine(other.lead) && dequal(one.body, other.body);
const plain = ({ title, lead, body }: Words) => ({ title, lead, body: plainTextOf(body) });

const nameOf = (id: string, locale: Locale): string => `post ${id} ${locale}`;

/** Returns whether this device has words of a language that are not on the server. */
export function hasUnsavedWords(uid: string, { id, drafts }: AdminPost, locale: Locale): boolean {
  const kept = keptDraft<Words>(onDevice(uid, nameOf(id, locale)));
  return kept !== null && !isSame(kept.body, wordsOf(drafts[locale]));
}

type DraftEditorProps = {
  readonly uid: string;
  readonly post: AdminPost;
  readonly locale: Locale;
  /** Called with `true` once all typed words are on the server, and with `false` while they are not. */
  readonly onSaved: (isSaved: boolean) => void;
};

/** Edits the draft of one language. It is saved while typing: on this device at once, on the server when typing pauses. */
export function DraftEditor({ uid, post, locale, onSaved }: DraftEditorProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { id } = post;
  const known = post.drafts[locale];
  const place = onDevice(uid, nameOf(id, locale));
  const {
    body: typed,
    draft,
    isKept,
    isStale,
    write,
    rebase,
    discard,
  } = useDraft<Words>(place, { version: known.revision, body: wordsOf(known) }, isSame);
  /** The revision that this editor saved last. Words that were typed later are based on it. */
  const [own, setOwn] = useState<number | null>(null);
  /** The revision whose words the editor shows. */
  const [shown, setShown] = useState(known.revision);
  const [editor, setEditor] = useState(0);
  const embeds = useSiteEmbeds();
  const { changed, readAgain } = useRecords(postRecords);
  const save = useMutation({
    mutationFn: ({ revision, words }: { revision: number; words: Words }) =>
      api('PUT /api/admin/posts/:id/drafts/:locale', { params: { id, locale }, body: { revision, ...words } }),
    onSuccess: (answer, { words }) => {
      setOwn(answer.drafts[locale].revision);
      noteOwnSave(uid, nameOf(id, locale), answer.drafts[locale].revision);
      changed(answer);
      // This editor may have been unmounted during the save. So the copy on this device is removed here and not in an effect.
      const kept = keptDraft<Words>(place);
      if (kept && isSame(kept.body, words)) place.write(null);
    },
    onError: (error) => {
      if (isChangedMeanwhile(error)) void readAgain(id);
    },
  });
  const failure = useFailureText(save.error);
  const isConflict = isStale && known.revision !== own;
  const refusal = save.error instanceof ApiError ? save.error.fields : {};
  // The API may report an excessive length for a nested path of the body.
  const bodyProblem = refusal.body === 'required' ? 'body_scheduled' : refusal.body === 'picture_gone' ? 'picture_gone' : null;
  const isTooLong = Object.entries(refusal).some(([path, reason]) => path.startsWith('body') && reason === 'too_long');

  // Words typed during the save now build on the saved draft. Saved words leave the device.
  const goOn = useEffectEvent(() => {
    if (draft) {
      if (draft.version !== known.revision && known.revision === own) rebase(draft.body);
      return;
    }
    discard();
    // After another admin saved, or a previous version was restored, the editor restarts with the new words.
    if (known.revision !== own && known.revision !== shown) setEditor((count) => count + 1);
    setShown(known.revision);
  });
  const isClean = draft === null;
  useEffect(() => {
    if (isClean || known.revision > 0) goOn();
  }, [isClean, known.revision]);

  const isRefused = save.error instanceof ApiError && ['invalid_input', 'payload_too_large'].includes(save.error.code);
  const saveNow = useAutosave({
    typed: draft?.body ?? null,
    version: known.revision,
    isHeld: isConflict,
    isSaving: save.isPending,
    pauseMs: save.isError && !isRefused ? AGAIN_MS : PAUSE_MS,
    save: async (revision, words) => (await save.mutateAsync({ revision, words })).drafts[locale].revision,
    isSame,
  });

  const isSaved = draft === null && !save.isPending;
  useEffect(() => onSaved(isSaved), [isSaved, onSaved]);

  const change = (part: Partial<Words>) => {
    if (isRefused) save.reset();
    write({ ...typed, ...part });
  };
  const whereItIs = (): string => {
    if (save.isPending) return t.saving;
    if (!draft) return t.savedAt(moment(known.savedAt));
    if (!save.isError || isConflict) return t.notSaved;
    if (!isKept) return t.notKept;
    return isRefused ? t.saveRefused : `${t.saveFailed} ${failure}`;
  };

  return (
    <div className={layout.stack}>
      {isConflict && draft && (
        <Conflict
          title={t.conflictTitle}
          saved={{ subject: nameOf(id, locale), version: known.revision }}
          message={t.conflictMessage(known.savedBy, moment(known.savedAt))}
          takeText={t.takeTheirs}
          onTake={() => {
            discard();
            save.reset();
          }}
          keepText={t.keepMine}
          keptText={t.kept}
          onKeep={() => {
            rebase(draft.body);
            save.reset();
          }}
        >
          <Differences before={plain(known)} after={plain(draft.body)} names={{ before: t.theirs, after: t.mine }} />
        </Conflict>
      )}
      <TextField
        label={t.titleField}
        lang={locale}
        maxLength={POST_LIMITS.title}
        error={refusal.title === 'required' ? t.problems.title_required : undefined}
        value={typed.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <TextArea
        label={t.leadField}
        hint={t.leadHint}
        lang={locale}
        rows={2}
        maxLength={POST_LIMITS.lead}
        value={typed.lead}
        onChange={(event) => change({ lead: event.currentTarget.value })}
      />
      <Suspense fallback={<Skeleton lines={8} />}>
        <RichTextEditor
          key={editor}
          text={typed.body}
          label={t.body}
          lang={locale}
          error={bodyProblem ? t.problems[bodyProblem] : isTooLong ? t.problems.too_long : undefined}
          embeds={embeds}
          onChange={(body) => change({ body })}
        />
      </Suspense>
      <div className={layout.row}>
        <p role="status" className={layout.soft}>
          {whereItIs()}
        </p>
        {draft && !isConflict && (
          <Button variant="quiet" size="s" onClick={saveNow}>
            {t.saveNow}
          </Button>
        )}
      </div>
    </div>
  );
}

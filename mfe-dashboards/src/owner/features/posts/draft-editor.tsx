import type { AdminPost, PostDraft } from '@site/shared/contracts/admin-posts.ts';
import { POST_LIMITS } from '@site/shared/contracts/post-rules.ts';
import { TextArea, TextField } from '@site/shared/patterns/field.tsx';
import { plainTextOf } from '@site/shared/rich-text/plain.ts';
import { ApiError, Button, Skeleton, useFormats, useTexts } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { oneLine } from '@site/shared/texts/plain-text.ts';
import { useMutation } from '@tanstack/react-query';
import { dequal } from 'dequal/lite';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { Conflict } from '../../block-editor/conflict.tsx';
import { Differences } from '../../block-editor/differences.tsx';
import { keepDraft, keptDraft } from '../../block-editor/draft.ts';
import { noteOwnSave } from '../../block-editor/own-saves.ts';
import { useDraft } from '../../block-editor/use-draft.ts';
import css from './post-page.module.css';
import { useChangedPost, useReadPostAgain } from './posts-queries.ts';
import { texts } from './texts.ts';
import { useSiteEmbeds } from './use-site-embeds.ts';

const RichTextEditor = lazy(async () => ({ default: (await import('../../rich-text/rich-text-editor.tsx')).RichTextEditor }));

/** Typing pauses so long before the draft is sent, in milliseconds. */
const PAUSE_MS = 2_000;
/** Where it could not be sent, it is tried again after so long. */
const AGAIN_MS = 10_000;

type Words = Pick<PostDraft, 'title' | 'lead' | 'body'>;
const wordsOf = ({ title, lead, body }: Words): Words => ({ title, lead, body });
/** As the API keeps them: spaces around a line are none. */
const isSame = (one: Words, other: Words): boolean =>
  oneLine(one.title) === oneLine(other.title) && oneLine(one.lead) === oneLine(other.lead) && dequal(one.body, other.body);
const plain = ({ title, lead, body }: Words) => ({ title, lead, body: plainTextOf(body) });

const nameOf = (id: string, locale: Locale): string => `post ${id} ${locale}`;

/** Whether this device has words of a language that are not on the server. */
export function hasUnsavedWords(uid: string, { id, drafts }: AdminPost, locale: Locale): boolean {
  const kept = keptDraft<Words>(uid, nameOf(id, locale));
  return kept !== null && !isSame(kept.body, wordsOf(drafts[locale]));
}

type DraftEditorProps = {
  readonly uid: string;
  readonly post: AdminPost;
  readonly locale: Locale;
  /** Hears whether everything that was typed is on the server. */
  readonly onSaved: (isSaved: boolean) => void;
};

/** What is written in one language. It is saved as it is typed: on this device at once, on the server when typing pauses. */
export function DraftEditor({ uid, post, locale, onSaved }: DraftEditorProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { id } = post;
  const known = post.drafts[locale];
  const {
    body: typed,
    draft,
    isKept,
    isStale,
    write,
    rebase,
    discard,
  } = useDraft<Words>(uid, nameOf(id, locale), { version: known.revision, body: wordsOf(known) }, isSame);
  /** The last draft that this editor saved itself: what was typed since goes on from it. */
  const [own, setOwn] = useState<number | null>(null);
  /** The draft with which the editor's words began, or that they became. */
  const [shown, setShown] = useState(known.revision);
  const [editor, setEditor] = useState(0);
  const embeds = useSiteEmbeds();
  const changed = useChangedPost();
  const readAgain = useReadPostAgain(id);
  const save = useMutation({
    mutationFn: ({ revision, words }: { revision: number; words: Words }) =>
      api('PUT /api/admin/posts/:id/drafts/:locale', { params: { id, locale }, body: { revision, ...words } }),
    onSuccess: (answer, { words }) => {
      setOwn(answer.drafts[locale].revision);
      noteOwnSave(uid, nameOf(id, locale), answer.drafts[locale].revision);
      changed(answer);
      // This editor may be gone by now, so the copy on the device is removed here.
      const kept = keptDraft<Words>(uid, nameOf(id, locale));
      if (kept && isSame(kept.body, words)) keepDraft(uid, nameOf(id, locale), null);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'changed_meanwhile') void readAgain();
    },
  });
  const failure = useFailureText(save.error);
  const isConflict = isStale && known.revision !== own;
  const refusal = save.error instanceof ApiError ? save.error.fields : {};
  // What is too long may be said of a part of it.
  const bodyProblem = refusal.body === 'required' ? 'body_scheduled' : refusal.body === 'picture_gone' ? 'picture_gone' : null;
  const isTooLong = Object.entries(refusal).some(([path, reason]) => path.startsWith('body') && reason === 'too_long');

  // What was typed while the draft was on its way goes on from it; what is saved is no draft of this device any more.
  const goOn = useEffectEvent(() => {
    if (draft) {
      if (draft.version !== known.revision && known.revision === own) rebase(draft.body);
      return;
    }
    discard();
    // Another admin saved, or an earlier version was brought back: the editor begins with those words.
    if (known.revision !== own && known.revision !== shown) setEditor((count) => count + 1);
    setShown(known.revision);
  });
  const isClean = draft === null;
  useEffect(() => {
    if (isClean || known.revision > 0) goOn();
  }, [isClean, known.revision]);

  /** What is on its way. */
  const sent = useRef<{ readonly words: Words; readonly answer: Promise<AdminPost> } | null>(null);
  const put = (revision: number, words: Words) => {
    const answer = save.mutateAsync({ revision, words });
    sent.current = { words, answer };
    // The mutation keeps the error, and the page shows it.
    answer.catch(() => undefined);
  };
  const send = useEffectEvent(() => {
    if (draft && !isConflict && !save.isPending) put(known.revision, draft.body);
  });
  const isRefused = save.error instanceof ApiError && ['invalid_input', 'payload_too_large'].includes(save.error.code);
  useEffect(() => {
    if (!draft || isConflict || save.isPending) return;
    const timer = setTimeout(send, save.isError && !isRefused ? AGAIN_MS : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft, isConflict, save.isPending, save.isError, isRefused]);

  // An admin who goes on to the other language, or to another page, leaves nothing behind; what is on its way has to be there before.
  const leave = useEffectEvent(() => {
    if (!save.isPending) return send();
    if (!draft || isConflict || !sent.current || isSame(sent.current.words, draft.body)) return;
    const { body } = draft;
    sent.current.answer.then(
      (answer) => put(answer.drafts[locale].revision, body),
      () => put(known.revision, body),
    );
  });
  useEffect(() => () => leave(), []);

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
      <div className={css.saving}>
        <p role="status">{whereItIs()}</p>
        {draft && !isConflict && (
          <Button variant="quiet" size="s" onClick={() => send()}>
            {t.saveNow}
          </Button>
        )}
      </div>
    </div>
  );
}

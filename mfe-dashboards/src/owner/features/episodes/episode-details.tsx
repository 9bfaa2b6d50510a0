import { type AdminEpisode, EditedEpisodeSchema } from '@site/shared/contracts/admin-episodes.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { ApiError, Button, paths, toast, useFormats, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { DiscardDraft } from '../../block-editor/discard-draft.tsx';
import { FieldConflict } from '../../block-editor/field-conflict.tsx';
import { texts as editorTexts } from '../../block-editor/texts.ts';
import { useDraft } from '../../block-editor/use-draft.ts';
import { usePreviewTab } from '../../common/preview-tab.ts';
import { type Reasons, reasonsOf } from '../../common/reasons.ts';
import { EpisodeFields } from './episode-fields.tsx';
import css from './episode-page.module.css';
import { EPISODE_FIELDS, type EpisodeField, type EpisodeText, episodeText, writtenEpisode } from './episode-text.ts';
import { useChangedEpisode, useReadEpisodeAgain } from './episodes-queries.ts';
import { texts } from './texts.ts';

/** What the owner says of an episode. What is typed is kept on the device until it is saved or discarded. */
export function EpisodeDetails({ uid, episode }: { uid: string; episode: AdminEpisode }) {
  const t = useTexts(texts);
  const editor = useTexts(editorTexts);
  const { moment } = useFormats();
  const { id, revision } = episode;
  const saved = { version: revision, body: episodeText(episode) };
  const { body, draft, isKept, isStale, write, rebase, discard, settle } = useDraft<EpisodeText>(uid, `episode ${id}`, saved);
  const form = useRef<HTMLFormElement>(null);
  const [reasons, setReasons] = useState<Reasons>({});
  const [freeSlug, setFreeSlug] = useState<string | null>(null);
  const { isPreviewing, openPreview } = usePreviewTab(t.previewFailed);
  const changed = useChangedEpisode();
  const readAgain = useReadEpisodeAgain(id);

  const save = useMutation({
    mutationFn: (text: EpisodeText) => api('PUT /api/admin/episodes/:id', { params: { id }, body: { ...writtenEpisode(text), revision } }),
    onSuccess: (answer, sent) => {
      changed(answer);
      settle(sent, { version: answer.revision, body: episodeText(answer) });
      toast.success(t.saved);
    },
    onError: (error, { ownSlug }) => {
      if (!(error instanceof ApiError)) return;
      refuse(error.fields);
      if (error.code === 'changed_meanwhile') void readAgain();
      if (error.fields.ownSlug === 'slug_taken') void offerSlug(ownSlug.trim().toLowerCase());
    },
  });
  const failure = useFailureText(save.error);

  async function offerSlug(slug: string) {
    setFreeSlug((await api('GET /api/admin/episodes/:id/free-slug', { params: { id }, query: { slug } })).slug);
  }

  /** Marks what is refused, and answers whether anything is. */
  function refuse(found: Reasons): boolean {
    setReasons(found);
    const isRefused = Object.keys(found).length > 0;
    // The fields are marked with the next paint.
    if (isRefused) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return isRefused;
  }

  const refusesText = (): boolean => refuse(reasonsOf(EditedEpisodeSchema, { ...writtenEpisode(body), revision }));

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending || !draft || isStale) return;
    save.reset();
    setFreeSlug(null);
    if (!refusesText()) save.mutate(body);
  }

  async function fetchPreview() {
    const answer = await api('POST /api/admin/episodes/:id/preview', { params: { id }, body: writtenEpisode(body) });
    return `${paths.episode.href(episode.slug)}?${new URLSearchParams({ preview: answer.preview })}`;
  }

  function preview() {
    if (!refusesText()) void openPreview(fetchPreview);
  }

  function forget() {
    discard();
    setReasons({});
    setFreeSlug(null);
    save.reset();
  }

  function change<Field extends EpisodeField>(field: Field, value: EpisodeText[Field]) {
    write({ ...body, [field]: value });
    setReasons((before) => Object.fromEntries(Object.entries(before).filter(([path]) => path !== field && !path.startsWith(`${field}.`))));
    if (field === 'ownSlug') setFreeSlug(null);
  }

  const wordsOf = (field: EpisodeField, text: EpisodeText): string => {
    if (field === 'isHidden') return t.visibilities[text.isHidden ? 'hidden' : 'shown'];
    const value = text[field];
    return (typeof value === 'string' ? value : value.join(', ')) || t.nothing;
  };
  const labels: Readonly<Record<EpisodeField, string>> = {
    isHidden: t.visibility,
    ownSlug: t.ownSlug,
    categories: t.categories,
    'notes.pt-BR': `${t.notes}: ${t.inLanguages['pt-BR']}`,
    'notes.en': `${t.notes}: ${t.inLanguages.en}`,
    ebooks: t.ebooks,
  };

  return (
    <Panel title={t.details}>
      <form ref={form} className={layout.stack} onSubmit={submit} noValidate aria-label={t.details}>
        {episode.state === 'removed' && <p className={css.hint}>{t.wasRemoved}</p>}
        <EpisodeFields episode={episode} text={body} reasons={reasons} freeSlug={freeSlug} onChange={change} />
        {isStale && draft && (
          <FieldConflict
            title={t.conflictTitle}
            saved={{ subject: `episode ${id}`, version: revision }}
            fields={EPISODE_FIELDS.map((field) => [labels[field], wordsOf(field, saved.body), wordsOf(field, draft.body)])}
            onTake={forget}
            onKeep={() => {
              rebase(draft.body);
              save.reset();
            }}
          />
        )}
        <div role="alert">
          {save.error && !isStale && (
            <p className={layout.problem}>
              {t.saveFailed} {failure}
            </p>
          )}
        </div>
        <div className={layout.row}>
          <Button type="submit" disabled={!draft || isStale} isPending={save.isPending} pendingText={t.saving}>
            {t.save}
          </Button>
          {episode.state !== 'removed' && (
            <Button variant="secondary" isPending={isPreviewing} pendingText={t.previewing} onClick={preview}>
              {t.preview}
            </Button>
          )}
          {draft && <DiscardDraft onDiscard={forget} />}
          <p className={layout.soft} role="status">
            {draft && (isKept ? editor.draftKept(moment(draft.at as Instant)) : editor.draftNotKept)}
          </p>
        </div>
      </form>
    </Panel>
  );
}

import { type AdminEpisode, EditedEpisodeSchema } from '@site/shared/contracts/admin-episodes.ts';
import { Button, paths, useTexts } from '@site/shared/site/site.ts';
import { dequal } from 'dequal/lite';
import { useState } from 'react';
import { DiscardDraft } from '../../../drafts/discard-draft.tsx';
import { useDraftStanding } from '../../../drafts/draft-standing.ts';
import { onDevice } from '../../../drafts/draft-storage.ts';
import { FieldConflict } from '../../../drafts/field-conflict.tsx';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { api, patientApi } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { usePreviewTab } from '../../common/preview-tab.ts';
import { reasonsOf } from '../../common/reasons.ts';
import { useRecordForm } from '../../common/use-record-form.ts';
import { SendingProgress } from '../../files/sending-progress.tsx';
import { useSending } from '../../files/use-sending.ts';
import { EpisodeFields } from './episode-fields.tsx';
import css from './episode-page.module.css';
import { EPISODE_FIELDS, type EpisodeField, type EpisodeText, episodeText, writtenEpisode } from './episode-text.ts';
import { episodeRecords } from './episodes-queries.ts';
import { PictureField, pictureReasons } from './picture-field.tsx';
import { texts } from './texts.ts';

/** Shows the owner's edits to an episode. Typed values are kept on the device until they are saved or discarded. */
export function EpisodeDetails({ uid, episode }: { uid: string; episode: AdminEpisode }) {
  const t = useTexts(texts);
  const { id, revision } = episode;
  /** A free slug to use instead of a slug that is taken. */
  const [offer, setOffer] = useState<{ readonly taken: string; readonly free: string } | null>(null);
  const { isPreviewing, openPreview } = usePreviewTab(t.previewFailed);
  const [file, setFile] = useState<File | null>(null);
  const [part, setPart] = useState<'words' | 'picture'>('words');
  const sending = useSending();

  /** Saves the words and then the picture, each if it changed. */
  async function save(text: EpisodeText, note: (answer: AdminEpisode, saved: EpisodeText) => void): Promise<AdminEpisode> {
    let saved = episode;
    if (!dequal(text, episodeText(episode))) {
      setPart('words');
      saved = await api('PUT /api/admin/episodes/:id', { params: { id }, body: { ...writtenEpisode(text), revision } });
    }
    if (!file) return saved;
    note(saved, text);
    setPart('picture');
    const answer = await sending.send([{ file, purpose: { kind: 'picture', episodeId: id } }], ([upload = ''], signal) =>
      patientApi('PUT /api/admin/episodes/:id/picture', { params: { id }, body: { upload, revision: saved.revision }, signal }),
    );
    setFile(null);
    return answer;
  }

  const form = useRecordForm({
    kind: episodeRecords,
    record: episode,
    place: onDevice(uid, `episode ${id}`),
    textOf: episodeText,
    save,
    savedText: t.saved,
    onRefused: ({ ownSlug, picture }, text) => {
      if (picture) sending.forget(file);
      if (ownSlug === 'slug_taken') void offerSlug(text.ownSlug);
    },
  });
  const { body, draft, isStale, reasons } = form;
  const standing = useDraftStanding(form);
  const isCancelled = form.error?.name === 'AbortError';
  const isOffered = reasons.ownSlug === 'slug_taken' && offer?.taken === body.ownSlug;

  async function offerSlug(taken: string) {
    const { slug } = await api('GET /api/admin/episodes/:id/free-slug', { params: { id }, query: { slug: taken.trim().toLowerCase() } });
    setOffer({ taken, free: slug });
  }

  const findReasons = () => ({ ...reasonsOf(EditedEpisodeSchema, { ...writtenEpisode(body), revision }), ...pictureReasons(file) });

  async function fetchPreview() {
    const answer = await api('POST /api/admin/episodes/:id/preview', { params: { id }, body: writtenEpisode(body) });
    return `${paths.episode.href(episode.slug)}?${new URLSearchParams({ preview: answer.preview })}`;
  }

  function preview() {
    if (!form.refuse(findReasons())) void openPreview(fetchPreview);
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
      <form
        ref={form.form}
        className={layout.stack}
        onSubmit={(event) => form.submit(event, findReasons)}
        noValidate
        aria-label={t.details}
      >
        {episode.state === 'removed' && <p className={css.hint}>{t.wasRemoved}</p>}
        <EpisodeFields
          episode={episode}
          text={body}
          reasons={reasons}
          freeSlug={isOffered ? offer.free : null}
          onChange={(field, value) => form.change({ [field]: value })}
        />
        <PictureField
          episode={episode}
          file={file}
          reasons={{ ...reasons, ...pictureReasons(file) }}
          isBusy={form.isSaving}
          onChoose={(chosen) => {
            setFile(chosen);
            form.correct('picture', 'size');
          }}
        />
        <FieldConflict
          title={t.conflictTitle}
          form={form}
          fields={EPISODE_FIELDS.map((field) => [labels[field], (text: EpisodeText) => wordsOf(field, text)])}
        />
        <ActionFailure error={form.error} what={!isCancelled && (part === 'picture' ? t.pictureFailed : t.saveFailed)}>
          {isCancelled && t.cancelled}
        </ActionFailure>
        {sending.percent !== null && <SendingProgress percent={sending.percent} onCancel={sending.cancel} />}
        <div className={layout.row}>
          <Button type="submit" disabled={(!draft && !file) || isStale} isPending={form.isSaving} pendingText={t.saving}>
            {t.save}
          </Button>
          {episode.state !== 'removed' && (
            <Button variant="secondary" isPending={isPreviewing} pendingText={t.previewing} onClick={preview}>
              {t.preview}
            </Button>
          )}
          {draft && <DiscardDraft onDiscard={form.forget} />}
          <p className={layout.soft} role="status">
            {standing}
          </p>
        </div>
      </form>
    </Panel>
  );
}

import type { AdminEpisode } from '@site/shared/contracts/admin-episodes.ts';
import { Button, paths, useTexts } from '@site/shared/site/site.ts';
import { DiscardDraft } from '../../../drafts/discard-draft.tsx';
import { useDraftStanding } from '../../../drafts/draft-standing.ts';
import { FieldConflict } from '../../../drafts/field-conflict.tsx';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { usePreviewTab } from '../../common/preview-tab.ts';
import { SendingProgress } from '../../files/sending-progress.tsx';
import { EpisodeFields } from './episode-fields.tsx';
import css from './episode-page.module.css';
import { EPISODE_FIELDS, type EpisodeField, type EpisodeText, writtenEpisode } from './episode-text.ts';
import { texts } from './texts.ts';
import type { EpisodeForm } from './use-episode-form.ts';

/** Shows the owner's edits to an episode. */
export function EpisodeDetails({ episode, form }: { episode: AdminEpisode; form: EpisodeForm }) {
  const t = useTexts(texts);
  const { isPreviewing, openPreview } = usePreviewTab(t.previewFailed);
  const standing = useDraftStanding(form);
  const isCancelled = form.error?.name === 'AbortError';
  const title = episode.origin === 'own' ? t.ownDetails : t.details;

  async function fetchPreview() {
    const answer = await api('POST /api/admin/episodes/:id/preview', {
      params: { id: episode.id },
      body: writtenEpisode(episode, form.body),
    });
    return `${paths.episode.href(episode.slug)}?${new URLSearchParams({ preview: answer.preview })}`;
  }

  const wordsOf = (field: EpisodeField, text: EpisodeText): string => {
    if (field === 'isHidden') return t.visibilities[text.isHidden ? 'hidden' : 'shown'];
    if (field === 'kind') return t.kinds[text.kind];
    const value = text[field];
    return (typeof value === 'string' ? value : value.join(', ')) || t.nothing;
  };
  const labels: Readonly<Record<EpisodeField, string>> = {
    title: t.titleField,
    description: t.description,
    isHidden: t.visibility,
    ownSlug: t.ownSlug,
    categories: t.categories,
    'notes.pt-BR': `${t.notes}: ${t.inLanguages['pt-BR']}`,
    'notes.en': `${t.notes}: ${t.inLanguages.en}`,
    ebooks: t.ebooks,
    kind: t.kind,
    season: t.season,
    number: t.number,
  };

  return (
    <Panel title={title}>
      <form ref={form.form} className={layout.stack} onSubmit={form.submit} noValidate aria-label={title}>
        {episode.state === 'removed' && <p className={css.hint}>{t.wasRemoved}</p>}
        <EpisodeFields episode={episode} form={form} />
        <FieldConflict
          title={t.conflictTitle}
          form={form}
          fields={EPISODE_FIELDS.map((field) => [labels[field], (text: EpisodeText) => wordsOf(field, text)])}
        />
        <ActionFailure error={form.error} what={!isCancelled && (form.part === 'picture' ? t.pictureFailed : t.saveFailed)}>
          {isCancelled && t.cancelled}
        </ActionFailure>
        {form.sending.percent !== null && <SendingProgress percent={form.sending.percent} onCancel={form.sending.cancel} />}
        <div className={layout.row}>
          <Button type="submit" disabled={!form.isDirty || form.isStale} isPending={form.isSaving} pendingText={t.saving}>
            {t.save}
          </Button>
          {episode.state !== 'removed' && (
            <Button
              variant="secondary"
              isPending={isPreviewing}
              pendingText={t.previewing}
              onClick={() => form.isValid() && void openPreview(fetchPreview)}
            >
              {t.preview}
            </Button>
          )}
          {form.draft && <DiscardDraft onDiscard={form.forget} />}
          <p className={layout.soft} role="status">
            {standing}
          </p>
        </div>
      </form>
    </Panel>
  );
}

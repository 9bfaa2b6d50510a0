import type { AdminEpisode } from '@site/shared/contracts/admin-episodes.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { ApiError, Button, paths, useFormats, useNavigate, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { api } from '../../../signed-in/api.ts';
import { closeAndToast } from '../../../signed-in/close-and-toast.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { NowOrLater, useNowOrLater } from '../../common/now-or-later.tsx';
import { useRecordChange } from '../../common/records.ts';
import { episodeRecords } from './episodes-queries.ts';
import { publicationTexts } from './publication-texts.ts';
import type { EpisodeForm } from './use-episode-form.ts';

type PublicationPanelProps = {
  readonly episode: AdminEpisode;
  readonly form: EpisodeForm;
  /** Called instead of opening the dialog if the episode has no audio. */
  readonly onMissingAudio: () => void;
};

/** Lets the owner publish, schedule or delete a draft episode. */
export function PublicationPanel({ episode, form, onMissingAudio }: PublicationPanelProps) {
  const t = useTexts(publicationTexts);
  const { moment } = useFormats();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'publish' | 'delete' | null>(null);
  const { id, revision, state, publishAt, audio } = episode;
  const close = () => setAsked(null);
  const unschedule = useRecordChange(episodeRecords, id, () =>
    api('DELETE /api/admin/episodes/:id/schedule', { params: { id }, body: { revision } }),
  );
  const remove = useRecordChange(episodeRecords, id, () => api('DELETE /api/admin/episodes/:id', { params: { id }, body: { revision } }));
  return (
    <Panel title={t.publication}>
      <div className={layout.lines}>
        <p>{publishAt ? t.stateScheduled(moment(publishAt)) : t.stateDraft}</p>
        {publishAt && <p className={layout.hint}>{t.scheduledChanges}</p>}
        <div className={layout.row}>
          <Button
            isPending={form.isSaving}
            disabled={form.isStale}
            onClick={(event) => (audio ? form.submit(event, () => setAsked('publish')) : onMissingAudio())}
          >
            {state === 'scheduled' ? t.changeSchedule : t.publish}
          </Button>
          {state === 'scheduled' ? (
            <Button
              variant="secondary"
              isPending={unschedule.isPending}
              onClick={() => unschedule.mutate(undefined, closeAndToast(close, t.scheduleCancelled))}
            >
              {t.cancelSchedule}
            </Button>
          ) : (
            <Button variant="quiet" onClick={() => setAsked('delete')}>
              {t.delete}
            </Button>
          )}
        </div>
        {form.isDirty && <p className={layout.hint}>{t.savesFirst}</p>}
      </div>
      {asked === 'publish' && <PublishDialog episode={episode} onClose={close} />}
      {asked === 'delete' && (
        <ActionDialog
          title={t.deleteTitle}
          onClose={close}
          action={remove}
          onConfirm={() =>
            remove.mutate(
              undefined,
              closeAndToast(() => void navigate(paths.dashboard.href('episodes')), t.deleted),
            )
          }
          confirmText={t.deleteNow}
          isDangerous
          failed={t.actionFailed}
        >
          <p>{t.deleteMessage}</p>
        </ActionDialog>
      )}
    </Panel>
  );
}

function PublishDialog({ episode, onClose }: { episode: AdminEpisode; onClose: () => void }) {
  const t = useTexts(publicationTexts);
  const { timeZone } = usePreferences();
  const { id, revision, publishAt } = episode;
  const when = useNowOrLater(timeZone, publishAt);
  const publish = useRecordChange(episodeRecords, id, (at: Instant | null) =>
    api('POST /api/admin/episodes/:id/publication', { params: { id }, body: { revision, at } }),
  );
  const fields = publish.error instanceof ApiError ? publish.error.fields : {};
  function confirm() {
    if (when.isComplete()) publish.mutate(when.at, closeAndToast(onClose, when.isLater ? t.scheduled : t.published));
  }
  return (
    <ActionDialog
      title={t.publishTitle}
      onClose={onClose}
      action={{ isPending: publish.isPending, error: fields.at ? null : publish.error }}
      onConfirm={confirm}
      confirmText={when.isLater ? t.scheduleNow : t.publishNow}
      pendingText={t.publishing}
      failed={t.publishFailed}
      reason={fields.audio && t.audioRequired}
    >
      <div className={layout.lines}>
        <NowOrLater choice={when} isInPast={Boolean(fields.at)} onChange={publish.reset} />
      </div>
    </ActionDialog>
  );
}

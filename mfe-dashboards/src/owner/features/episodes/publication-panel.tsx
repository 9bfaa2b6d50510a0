import type { AdminEpisode } from '@site/shared/contracts/admin-episodes.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, Button, paths, useFormats, useNavigate, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { api } from '../../../signed-in/api.ts';
import { closeAndToast } from '../../../signed-in/close-and-toast.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { useRecordChange } from '../../common/records.ts';
import { LAST_LOCAL, localText, momentOf } from '../../common/zoned-time.ts';
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
  const [isLater, setIsLater] = useState(publishAt !== null);
  const [local, setLocal] = useState(publishAt ? localText(publishAt, timeZone) : '');
  const [isMissing, setIsMissing] = useState(false);
  const publish = useRecordChange(episodeRecords, id, (at: Instant | null) =>
    api('POST /api/admin/episodes/:id/publication', { params: { id }, body: { revision, at } }),
  );
  const fields = publish.error instanceof ApiError ? publish.error.fields : {};
  function confirm() {
    const at = isLater ? momentOf(local, timeZone) : null;
    if (isLater && at === null) return setIsMissing(true);
    publish.mutate(at, closeAndToast(onClose, isLater ? t.scheduled : t.published));
  }
  return (
    <ActionDialog
      title={t.publishTitle}
      onClose={onClose}
      action={{ isPending: publish.isPending, error: fields.at ? null : publish.error }}
      onConfirm={confirm}
      confirmText={isLater ? t.scheduleNow : t.publishNow}
      pendingText={t.publishing}
      failed={t.publishFailed}
      reason={fields.audio && t.problems.audio_required}
    >
      <div className={layout.lines}>
        <fieldset className={layout.choices}>
          <legend>{t.when}</legend>
          {[false, true].map((later) => (
            <label key={String(later)} className={layout.choice}>
              <input type="radio" name="when" checked={isLater === later} onChange={() => setIsLater(later)} />
              {later ? t.later : t.now}
            </label>
          ))}
        </fieldset>
        {isLater && (
          <TextField
            label={t.dateAndTime}
            hint={t.zone(timeZone)}
            type="datetime-local"
            max={LAST_LOCAL}
            value={local}
            error={fields.at ? t.problems.in_past : isMissing ? t.problems.date_missing : undefined}
            onChange={(event) => {
              setLocal(event.currentTarget.value);
              setIsMissing(false);
              publish.reset();
            }}
          />
        )}
      </div>
    </ActionDialog>
  );
}

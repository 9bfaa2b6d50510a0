import type { AdminEpisode } from '@site/shared/contracts/admin-episodes.ts';
import { AudioAddressSchema } from '@site/shared/contracts/admin-own-episodes.ts';
import { LARGEST_AUDIO } from '@site/shared/contracts/audio-rules.ts';
import type { EpisodeAudio } from '@site/shared/contracts/episodes.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, Button, toast, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { patientApi } from '../../../signed-in/api.ts';
import { closeAndToast } from '../../../signed-in/close-and-toast.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { recordKey, useRecordChange } from '../../common/records.ts';
import { FileField } from '../../files/file-field.tsx';
import { SendingProgress } from '../../files/sending-progress.tsx';
import { sizeOf } from '../../files/size-of.ts';
import { useSending } from '../../files/use-sending.ts';
import css from './audio-panel.module.css';
import { audioTexts } from './audio-texts.ts';
import { episodeRecords } from './episodes-queries.ts';

type AudioPanelProps = {
  readonly uid: string;
  readonly episode: AdminEpisode;
  /** Whether the owner tried to publish this episode, which has no audio. */
  readonly isMissing: boolean;
};

/** Shows the audio of an episode, and lets the owner replace it by a file or a URL. Each change is saved at once. */
export function AudioPanel({ uid, episode, isMissing }: AudioPanelProps) {
  const t = useTexts(audioTexts);
  const client = useQueryClient();
  const sending = useSending();
  const [file, setFile] = useState<File | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const [isAddressed, setIsAddressed] = useState(false);
  const { id, audio } = episode;

  const change = useRecordChange(episodeRecords, id, async (changed: File | { address: string } | null) => {
    // Read the revision after the upload, because the form may have saved another one meanwhile.
    const revision = () => client.getQueryData<AdminEpisode>(recordKey(episodeRecords, uid, id))?.revision ?? episode.revision;
    const put = (next: { upload: string } | { address: string } | null, signal?: AbortSignal) =>
      patientApi('PUT /api/admin/episodes/:id/audio', {
        params: { id },
        body: { revision: revision(), audio: next },
        ...(signal && { signal }),
      });
    if (!(changed instanceof File)) return await put(changed);
    return await sending.send([{ file: changed, purpose: { kind: 'audio', episodeId: id, uid } }], ([upload = ''], signal) =>
      put({ upload }, signal),
    );
  });
  const fields = change.error instanceof ApiError ? change.error.fields : {};
  const isTooLarge = change.error instanceof ApiError && change.error.code === 'payload_too_large';
  const problems: Readonly<Record<string, string>> = t.problems;
  const tooBig = file && (file.size === 0 ? 'empty' : file.size > LARGEST_AUDIO ? 'too_large' : undefined);
  const refused = tooBig ?? fields.audio ?? fields.size ?? (isMissing && !audio && !file ? 'audio_required' : undefined);
  const isCancelled = change.error?.name === 'AbortError';
  const isInterrupted = file !== null && !tooBig && change.error !== null && Object.keys(fields).length === 0 && !isTooLarge;

  function send(chosen: File) {
    change.mutate(chosen, {
      onSuccess: () => {
        setFile(null);
        toast.success(t.saved);
      },
      // The server rejected the uploaded file. Forget the upload, so that choosing the file again uploads it again.
      onError: (error) => error instanceof ApiError && Object.keys(error.fields).length > 0 && sending.forget(chosen),
    });
  }
  function choose(chosen: File | null) {
    setFile(chosen);
    change.reset();
    if (chosen && chosen.size > 0 && chosen.size <= LARGEST_AUDIO) send(chosen);
  }

  return (
    <Panel title={t.audio} name="audio">
      <div className={layout.stack}>
        {audio ? <Facts audio={audio} /> : <p className={layout.soft}>{episode.origin === 'own' ? t.noneYet : t.noneOfVideo}</p>}
        <FileField
          label={audio ? t.another : t.choose}
          hint={t.fileHint}
          icon={pageIcons.microphone}
          accept=".mp3,.m4a,audio/mpeg,audio/mp4"
          file={file}
          onChoose={choose}
          error={refused && problems[refused]}
          isDisabled={change.isPending}
        />
        {sending.percent !== null && <SendingProgress percent={sending.percent} onCancel={sending.cancel} />}
        <ActionFailure error={Object.keys(fields).length === 0 && change.error} what={!isCancelled && !isTooLarge && t.failed}>
          {isCancelled ? t.cancelled : isTooLarge && t.storageLimit}
        </ActionFailure>
        <div className={layout.row}>
          {isInterrupted && file && (
            <Button size="s" onClick={() => send(file)}>
              {t.goOn}
            </Button>
          )}
          {!isAddressed && (
            <Button size="s" variant="quiet" disabled={change.isPending} onClick={() => setIsAddressed(true)}>
              {t.byAddress}
            </Button>
          )}
          {audio && (episode.origin === 'channel' || episode.state === 'draft') && (
            <Button size="s" variant="quiet" disabled={change.isPending} onClick={() => setIsRemoving(true)}>
              {t.remove}
            </Button>
          )}
        </div>
        {isAddressed && (
          <AddressForm
            episodeId={id}
            problem={fields['audio.address']}
            isPending={change.isPending && change.variables !== null && !(change.variables instanceof File)}
            isDisabled={change.isPending}
            onType={() => change.error && change.reset()}
            onSend={(address) => {
              setFile(null);
              change.mutate(
                { address },
                closeAndToast(() => setIsAddressed(false), t.saved),
              );
            }}
          />
        )}
      </div>
      <ActionDialog
        title={t.confirmRemove}
        isOpen={isRemoving}
        onClose={() => setIsRemoving(false)}
        action={change}
        onConfirm={() =>
          change.mutate(
            null,
            closeAndToast(() => setIsRemoving(false), t.removed),
          )
        }
        confirmText={t.remove}
        isDangerous
        failed={t.failed}
      >
        <p>{t.removeMessage}</p>
      </ActionDialog>
    </Panel>
  );
}

function Facts({ audio: { url, type, bytes, seconds } }: { audio: EpisodeAudio }) {
  const t = useTexts(audioTexts);
  const { locale } = usePreferences();
  const [whole, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, '0')];
  return (
    <div className={layout.lines}>
      {/* biome-ignore lint/a11y/useMediaCaption: the owner checks a file; its transcript is another part of the page. */}
      <audio className={css.player} controls preload="none" src={url} aria-label={t.listen} />
      <p className={layout.softLong}>{`${t.types[type]} · ${whole}:${rest} · ${sizeOf(bytes, locale)}`}</p>
      {!url.startsWith('/') && <p className={layout.softLong}>{t.elsewhere(new URL(url).hostname)}</p>}
    </div>
  );
}

type AddressFormProps = {
  readonly episodeId: string;
  readonly problem: string | undefined;
  readonly isPending: boolean;
  readonly isDisabled: boolean;
  readonly onType: () => void;
  readonly onSend: (address: string) => void;
};

function AddressForm({ episodeId, problem, isPending, isDisabled, onType, onSend }: AddressFormProps) {
  const t = useTexts(audioTexts);
  const [address, setAddress] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const problems: Readonly<Record<string, string>> = t.problems;
  function send(event: FormEvent) {
    event.preventDefault();
    const isWell = v.is(AudioAddressSchema, address);
    setIsRefused(!isWell);
    if (isWell) onSend(address.trim());
  }
  return (
    <form data-keep={`audio ${episodeId}`} className={layout.lines} onSubmit={send} noValidate aria-label={t.byAddress}>
      <TextField
        name="address"
        label={t.address}
        hint={t.addressHint}
        type="url"
        autoComplete="off"
        value={address}
        error={isRefused ? t.problems.address : problem && (problems[problem] ?? t.problems.address)}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setIsRefused(false);
          onType();
        }}
      />
      <div>
        <Button type="submit" size="s" variant="secondary" disabled={isDisabled} isPending={isPending} pendingText={t.reading}>
          {t.useAddress}
        </Button>
      </div>
    </form>
  );
}

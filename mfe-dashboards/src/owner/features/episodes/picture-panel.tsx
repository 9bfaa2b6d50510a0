import type { AdminEpisode } from '@site/shared/contracts/admin-episodes.ts';
import { COVER_TYPES, LARGEST_COVER } from '@site/shared/contracts/ebook-rules.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Button, toast, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { patientApi } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { reasonsIn } from '../../common/reasons.ts';
import { isChangedMeanwhile, useRecords } from '../../common/records.ts';
import { FileField } from '../../files/file-field.tsx';
import { SendingProgress } from '../../files/sending-progress.tsx';
import { useSending } from '../../files/use-sending.ts';
import css from './episode-page.module.css';
import { EpisodePicture } from './episode-picture.tsx';
import { episodeRecords } from './episodes-queries.ts';
import { texts } from './texts.ts';

/** The picture that the site shows: the channel's, or one of the owner's with the way back. */
export function PicturePanel({ episode }: { episode: AdminEpisode }) {
  const t = useTexts(texts);
  const [file, setFile] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const sending = useSending();
  const { id, revision, hasOwnPicture, picture } = episode;
  const { changed, readAgain } = useRecords(episodeRecords);
  const put = (upload: string | null, signal?: AbortSignal) =>
    patientApi('PUT /api/admin/episodes/:id/picture', { params: { id }, body: { upload, revision }, ...(signal ? { signal } : {}) });

  const replace = useMutation({
    mutationFn: (chosen: File | null) =>
      chosen === null
        ? put(null)
        : sending.send([{ file: chosen, purpose: { kind: 'picture', episodeId: id } }], ([upload = ''], signal) => put(upload, signal)),
    onSuccess: (answer) => {
      changed(answer);
      setFile(null);
      toast.success(answer.hasOwnPicture ? t.pictureReplaced : t.channelPictureBack);
    },
    onError: (error) => {
      if (reasonsIn(error).picture) sending.forget(file);
      if (isChangedMeanwhile(error)) void readAgain(id);
    },
  });
  const known: Readonly<Record<string, string>> = t.pictureProblems;
  const fields = reasonsIn(replace.error);
  const problem = known[fields.picture ?? fields.size ?? ''];
  const isCancelled = replace.error?.name === 'AbortError';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (replace.isPending) return;
    replace.reset();
    if (!file) return setRefusal(t.chooseFile);
    if (file.size === 0 || file.size > LARGEST_COVER) return setRefusal(t.pictureProblems[file.size === 0 ? 'empty' : 'too_large']);
    replace.mutate(file);
  }

  return (
    <Panel title={t.picture}>
      <div className={css.picture}>
        <EpisodePicture picture={picture} sizes="20rem" />
      </div>
      <p className={css.hint}>{hasOwnPicture ? t.ownPicture : picture ? t.channelPicture : t.noPicture}</p>
      <form className={layout.stack} onSubmit={submit} noValidate aria-label={t.newPicture}>
        <FileField
          label={t.newPicture}
          hint={t.pictureHint}
          icon={pageIcons.camera}
          accept={`image/*,${COVER_TYPES.join(',')}`}
          file={file}
          onChoose={(chosen) => {
            setFile(chosen);
            setRefusal(null);
            replace.reset();
          }}
          error={refusal ?? problem}
          isDisabled={replace.isPending}
        />
        <ActionFailure error={!problem && replace.error} what={!isCancelled && t.pictureFailed}>
          {isCancelled && t.cancelled}
        </ActionFailure>
        {sending.percent !== null && <SendingProgress percent={sending.percent} onCancel={sending.cancel} />}
        <div className={layout.row}>
          <Button type="submit" size="s" variant="secondary" isPending={replace.isPending}>
            {t.replacePicture}
          </Button>
          {hasOwnPicture && (
            <Button size="s" variant="quiet" onClick={() => setIsAsking(true)}>
              {t.toChannelPicture}
            </Button>
          )}
        </div>
      </form>
      <ConfirmChannelPicture
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          replace.mutate(null);
        }}
      />
    </Panel>
  );
}

function ConfirmChannelPicture({ isOpen, onClose, onConfirm }: { isOpen: boolean; onClose: () => void; onConfirm: () => void }) {
  const t = useTexts(texts);
  return (
    <ActionDialog
      title={t.confirmChannelPicture}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={onConfirm}
      confirmText={t.toChannelPicture}
      isDangerous
    >
      <p>{t.channelPictureMessage}</p>
    </ActionDialog>
  );
}

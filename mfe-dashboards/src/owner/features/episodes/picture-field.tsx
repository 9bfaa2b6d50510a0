import type { AdminEpisode } from '@site/shared/contracts/admin-episodes.ts';
import { COVER_TYPES, LARGEST_COVER } from '@site/shared/contracts/ebook-rules.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Button, toast, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { patientApi } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import type { Reasons } from '../../common/reasons.ts';
import { useRecordChange } from '../../common/records.ts';
import { FileField } from '../../files/file-field.tsx';
import fieldsCss from './episode-fields.module.css';
import css from './episode-page.module.css';
import { EpisodePicture } from './episode-picture.tsx';
import { episodeRecords } from './episodes-queries.ts';
import { texts } from './texts.ts';

/** Returns the problems of a picture that the browser can find before the upload. */
export const pictureReasons = (file: File | null): Reasons =>
  !file || (file.size > 0 && file.size <= LARGEST_COVER) ? {} : { picture: file.size === 0 ? 'empty' : 'too_large' };

type PictureFieldProps = {
  readonly episode: AdminEpisode;
  readonly file: File | null;
  readonly reasons: Reasons;
  readonly isBusy: boolean;
  readonly onChoose: (file: File | null) => void;
};

/** Shows an episode's public picture: the channel's picture, or the owner's picture with a button that restores the channel's. */
export function PictureField({ episode, file, reasons, isBusy, onChoose }: PictureFieldProps) {
  const t = useTexts(texts);
  const [isAsking, setIsAsking] = useState(false);
  const { id, revision, hasOwnPicture, picture } = episode;
  const isOwn = episode.origin === 'own';
  const says = isOwn ? t.noOwnPicture : t.noPicture;
  const remove = useRecordChange(episodeRecords, id, () =>
    patientApi('PUT /api/admin/episodes/:id/picture', { params: { id }, body: { upload: null, revision } }),
  );
  const known: Readonly<Record<string, string>> = t.pictureProblems;
  function confirm() {
    remove.mutate(undefined, {
      onSuccess: () => {
        setIsAsking(false);
        toast.success(isOwn ? t.pictureRemoved : t.channelPictureBack);
      },
    });
  }
  return (
    <fieldset className={fieldsCss.group}>
      <legend className={fieldsCss.legend}>{t.picture}</legend>
      <div className={css.picture}>
        <EpisodePicture picture={picture} sizes="20rem" />
      </div>
      <p className={layout.soft}>{hasOwnPicture ? t.ownPicture : picture ? t.channelPicture : says}</p>
      <FileField
        label={t.newPicture}
        hint={t.pictureHint}
        icon={pageIcons.camera}
        accept={`image/*,${COVER_TYPES.join(',')}`}
        file={file}
        onChoose={onChoose}
        error={known[reasons.picture ?? reasons.size ?? '']}
        isDisabled={isBusy}
      />
      {hasOwnPicture && (
        <div>
          <Button size="s" variant="quiet" onClick={() => setIsAsking(true)}>
            {isOwn ? t.removePicture : t.toChannelPicture}
          </Button>
        </div>
      )}
      <ActionDialog
        title={isOwn ? t.confirmRemovePicture : t.confirmChannelPicture}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        action={remove}
        onConfirm={confirm}
        confirmText={isOwn ? t.removePicture : t.toChannelPicture}
        isDangerous
        failed={t.pictureFailed}
      >
        <p>{t.channelPictureMessage}</p>
      </ActionDialog>
    </fieldset>
  );
}

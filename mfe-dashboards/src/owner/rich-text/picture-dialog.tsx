import { LARGEST_POST_PICTURE, type PostPicture } from '@site/shared/contracts/admin-posts.ts';
import type { PictureProblem } from '@site/shared/contracts/picture-rules.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { addressOfPicture, type PictureAttrs } from '@site/shared/rich-text/picture-address.ts';
import { RICH_TEXT_LIMITS } from '@site/shared/rich-text/rules.ts';
import { ApiError, Button, useTexts } from '@site/shared/site/site.ts';
import { oneLine } from '@site/shared/texts/plain-text.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { api, patientApi } from '../../signed-in/api.ts';
import layout from '../../signed-in/layout.module.css';
import { useFailureText } from '../../signed-in/load-failure.tsx';
import { FileField } from '../files/file-field.tsx';
import { putFile } from '../files/put-file.ts';
import { SendingProgress } from '../files/sending-progress.tsx';
import css from './picture-dialog.module.css';
import { richTextTexts } from './texts.ts';

/** The picture that the dialog edits: the picture at the position `at`, a pasted or dropped file, or a new one. */
export type OpenPicture = { readonly at?: number; readonly offered?: File };

type PictureDialogProps = {
  /** The picture to change. */
  readonly picture: PictureAttrs | null;
  /** The pasted or dropped file. */
  readonly offered: File | null;
  readonly onClose: () => void;
  readonly onChosen: (picture: PictureAttrs) => void;
};

const refusalOf = (file: File): PictureProblem | null =>
  file.size === 0 ? 'empty' : file.size > LARGEST_POST_PICTURE ? 'too_large' : null;

/** Uploads a picture for a text, and asks for its description. */
export function PictureDialog({ picture, offered, onClose, onChosen }: PictureDialogProps) {
  const t = useTexts(richTextTexts);
  const form = useId();
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState<PostPicture | null>(picture);
  const [refusal, setRefusal] = useState<PictureProblem | null>(null);
  const [percent, setPercent] = useState(0);
  const [stop, setStop] = useState<AbortController | null>(null);
  const [alt, setAlt] = useState(picture?.alt ?? '');
  const [isDecorative, setIsDecorative] = useState(picture !== null && picture.alt === '');
  const [caption, setCaption] = useState(picture?.caption ?? '');
  const [isAsked, setIsAsked] = useState(false);

  const sending = useMutation({
    mutationFn: async ({ chosen, signal }: { chosen: File; signal: AbortSignal }) => {
      setPercent(0);
      const { id: upload, url } = await api('POST /api/admin/post-uploads', { body: { size: chosen.size }, signal });
      await putFile(url, chosen, { signal, onProgress: (bytes) => setPercent(Math.min(99, Math.floor((bytes / chosen.size) * 100))) });
      setPercent(100);
      return await patientApi('POST /api/admin/post-pictures', { body: { upload }, signal });
    },
    onSuccess: setSent,
  });
  const isStopped = sending.error instanceof DOMException && sending.error.name === 'AbortError';
  const failure = useFailureText(sending.error);
  const reasons: Readonly<Record<string, string>> = t.pictureProblems;
  const refused = refusal ?? (sending.error instanceof ApiError ? sending.error.fields.picture : undefined);
  const problem = refused
    ? reasons[refused]
    : sending.isError && !isStopped
      ? `${t.pictureFailed} ${failure}`
      : isAsked && !sent && !sending.isPending
        ? t.required
        : undefined;

  const choose = (chosen: File | null) => {
    stop?.abort();
    sending.reset();
    setSent(null);
    setFile(chosen);
    setRefusal(chosen && refusalOf(chosen));
    if (!chosen || refusalOf(chosen)) return;
    const controller = new AbortController();
    setStop(controller);
    sending.mutate({ chosen, signal: controller.signal });
  };
  const begin = useEffectEvent(() => {
    if (offered) choose(offered);
  });
  useEffect(() => begin(), []);
  const close = () => {
    stop?.abort();
    onClose();
  };

  const said = isDecorative ? '' : oneLine(alt);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sent && (said || isDecorative)) onChosen({ ...sent, alt: said, caption: oneLine(caption) });
    else setIsAsked(true);
  };
  return (
    <ConfirmDialog
      title={picture ? t.changePicture : t.insertTitles.picture}
      isOpen
      isStoppable
      onClose={close}
      actions={
        <Button type="submit" form={form} isPending={sending.isPending} pendingText={t.sendingPicture(percent)}>
          {picture ? t.useIt : t.insertNow}
        </Button>
      }
    >
      <form id={form} className={layout.stack} onSubmit={submit} noValidate>
        <FileField
          label={t.pictureFile}
          hint={t.pictureHint}
          icon={pageIcons.camera}
          accept="image/jpeg,image/png,image/webp,image/avif"
          file={file}
          onChoose={choose}
          error={problem}
        />
        {sending.isPending && <SendingProgress percent={percent} onCancel={() => stop?.abort()} />}
        {sent && (
          <img
            className={css.picture}
            src={addressOfPicture({ ...sent, alt, caption }, 480, 'webp')}
            width={sent.width}
            height={sent.height}
            alt={t.chosenPicture}
          />
        )}
        <TextField
          label={t.alt}
          hint={t.altHint}
          error={isAsked && !said && !isDecorative ? t.required : undefined}
          maxLength={RICH_TEXT_LIMITS.alt}
          value={isDecorative ? '' : alt}
          disabled={isDecorative}
          onChange={(event) => setAlt(event.currentTarget.value)}
        />
        <label className={css.choice}>
          <input type="checkbox" checked={isDecorative} onChange={(event) => setIsDecorative(event.currentTarget.checked)} />
          <span>{t.decorative}</span>
        </label>
        <TextField
          label={t.caption}
          hint={t.captionHint}
          maxLength={RICH_TEXT_LIMITS.caption}
          value={caption}
          onChange={(event) => setCaption(event.currentTarget.value)}
        />
      </form>
    </ConfirmDialog>
  );
}

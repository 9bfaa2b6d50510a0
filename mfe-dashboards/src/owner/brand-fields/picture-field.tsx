import { type BrandPictureProblem, LARGEST_BRAND_FILE, SITE_PICTURE_WIDTHS } from '@site/shared/contracts/admin-brand.ts';
import type { BrandPicture, SitePictureName } from '@site/shared/contracts/content.ts';
import { getPictureSource, PORTRAIT_RATIO } from '@site/shared/contracts/pictures.ts';
import { ApiError, Button, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api, patientApi } from '../../signed-in/api.ts';
import layout from '../../signed-in/layout.module.css';
import { useFailureText } from '../../signed-in/load-failure.tsx';
import { putFile } from '../files/put-file.ts';
import { type Focus, FocusPicker } from './focus-picker.tsx';
import css from './picture-field.module.css';
import { texts } from './texts.ts';

/** Width divided by height, for pictures that are cropped. All other pictures keep the shape of their file. */
const SHAPES: Readonly<Partial<Record<SitePictureName, number>>> = { portrait: 1 / PORTRAIT_RATIO, social: 1_200 / 630, artwork: 1 };
const MIDDLE: Focus = { x: 0.5, y: 0.5 };

type Chosen = { readonly file: File; readonly picture: ImageBitmap };

type PictureFieldProps = {
  readonly name: SitePictureName;
  readonly label: string;
  readonly value: BrandPicture | null;
  readonly error?: string | undefined;
  readonly path: string;
  readonly onChange: (picture: BrandPicture | null) => void;
};

/** Chooses, crops and uploads a picture of the brand. The uploaded picture becomes part of the draft. */
export function PictureField({ name, label, value, error, path, onChange }: PictureFieldProps) {
  const t = useTexts(texts);
  const id = useId();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [focus, setFocus] = useState(MIDDLE);
  const [refusal, setRefusal] = useState<BrandPictureProblem | null>(null);
  const [percent, setPercent] = useState(0);
  const shape = SHAPES[name];

  const sending = useMutation({
    mutationFn: async (file: File) => {
      setPercent(0);
      const { id: upload, url } = await api('POST /api/admin/brand-uploads', { body: { name, size: file.size } });
      await putFile(url, file, { onProgress: (bytes) => setPercent(Math.min(99, Math.floor((bytes / file.size) * 100))) });
      setPercent(100);
      return await patientApi('POST /api/admin/brand-pictures', { body: { upload, focus } });
    },
    onSuccess: (picture) => {
      onChange(picture);
      setChosen(null);
    },
  });
  const failure = useFailureText(sending.error);
  const reasons: Readonly<Record<string, string>> = t.problems;
  const refused = refusal ?? (sending.error instanceof ApiError ? sending.error.fields.picture : undefined);
  const problem = error ?? (refused ? reasons[refused] : sending.isError ? `${t.failed} ${failure}` : undefined);

  async function choose(file: File) {
    sending.reset();
    setRefusal(null);
    setChosen(null);
    setFocus(MIDDLE);
    if (file.size === 0) return setRefusal('empty');
    if (file.size > LARGEST_BRAND_FILE) return setRefusal('too_large');
    if (shape === undefined) return sending.mutate(file);
    try {
      setChosen({ file, picture: await createImageBitmap(file) });
    } catch {
      setRefusal('not_picture');
    }
  }

  function cancel() {
    setChosen(null);
    // If the owner pressed Publish while this picture was open, the field is marked as wrong. Writing its value again removes the mark.
    if (error) onChange(value);
  }

  return (
    <fieldset
      className={css.field}
      data-path={path}
      data-open-picture={chosen !== null || sending.isPending || undefined}
      aria-describedby={problem ? `${id}-problem` : undefined}
    >
      <legend className={css.legend}>{label}</legend>
      <div className={layout.row}>
        {value ? (
          <img
            className={css.picture}
            data-name={name}
            src={getPictureSource(value, SITE_PICTURE_WIDTHS[name][0], 'webp')}
            width={value.width}
            height={value.height}
            alt={t.now(label)}
          />
        ) : (
          <p className={layout.soft}>{t.pictures[name].none}</p>
        )}
        <div className={layout.row}>
          <label className={css.choose} data-disabled={sending.isPending || undefined}>
            {t.choose}
            <input
              type="file"
              className={css.input}
              accept={name === 'logo' ? 'image/png,image/webp' : 'image/jpeg,image/png,image/webp,image/avif'}
              disabled={sending.isPending}
              aria-describedby={`${id}-hint`}
              aria-invalid={problem ? true : undefined}
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                if (file) void choose(file);
                // Clearing the value allows choosing the same file again after it was edited.
                currentTarget.value = '';
              }}
            />
          </label>
          {value && !chosen && (
            <Button variant="quiet" size="s" onClick={() => onChange(null)}>
              {t.remove}
            </Button>
          )}
        </div>
      </div>
      <p id={`${id}-hint`} className={layout.soft}>
        {t.pictures[name].hint}
      </p>
      {chosen && shape !== undefined && (
        <>
          <FocusPicker picture={chosen.picture} shape={shape} focus={focus} onChange={setFocus} />
          <div className={layout.row}>
            <Button variant="secondary" size="s" onClick={cancel} disabled={sending.isPending}>
              {t.cancel}
            </Button>
            <Button size="s" isPending={sending.isPending} pendingText={t.sending(percent)} onClick={() => sending.mutate(chosen.file)}>
              {t.use}
            </Button>
          </div>
        </>
      )}
      <div role="status" className={layout.soft}>
        {sending.isPending && !chosen && t.sending(percent)}
      </div>
      <div role="alert">
        {problem && (
          <p id={`${id}-problem`} className={layout.problem}>
            {problem}
          </p>
        )}
      </div>
    </fieldset>
  );
}

import { randomUUID } from 'node:crypto';
import {
  LARGEST_POST_PICTURE,
  type NewPostPictureSchema,
  type PostPicture,
  type PostUploadSchema,
} from '@site/shared/contracts/admin-posts.ts';
import type { PictureProblem } from '@site/shared/contracts/picture-rules.ts';
import { POST_PICTURE_JPEG_WIDTH, POST_PICTURE_WIDTHS } from '@site/shared/contracts/pictures.ts';
import sharp from 'sharp';
import * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Data } from '../../gateways/supabase/data.ts';
import type { Deps } from '../../platform/deps.ts';
import { BadPicture, decodePicture, hexOf, inTurn, openPicture, readPictureFile } from '../../platform/picture-file.ts';
import { listWaitingUploads } from '../../platform/uploads.ts';

const FILES = [
  ...POST_PICTURE_WIDTHS.flatMap((width) => [
    { width, format: 'avif', type: 'image/avif' } as const,
    { width, format: 'webp', type: 'image/webp' } as const,
  ]),
  { width: POST_PICTURE_JPEG_WIDTH, format: 'jpg', type: 'image/jpeg' } as const,
];

/** WebP holds no more than 16,383 pixels in a direction; a taller picture is made as small as this. */
const TALLEST = 16_000;

/** Every public file of a picture under `key`. */
export const postPictureFilesOf = (key: string): string[] => FILES.map(({ width, format }) => `${key}-${width}.${format}`);

const refuse = (problem: PictureProblem) => new AppError('invalid_input', { fields: { picture: problem } });

/** A link to which the file of one picture can be sent. */
export async function expectPostUpload({ data }: Pick<Deps, 'data'>): Promise<v.InferOutput<typeof PostUploadSchema>> {
  const id = randomUUID();
  return { id, url: await data.uploadLink(await data.call('expect_post_picture', { p_id: id }, v.string())) };
}

/** Makes a picture of an upload and stores its files; it is unused until a draft names it. Throws `invalid_input` with what is wrong. */
export async function makePostPicture(
  { data }: Pick<Deps, 'data'>,
  { upload }: v.InferOutput<typeof NewPostPictureSchema>,
): Promise<PostPicture> {
  const waiting = (await listWaitingUploads(data, [upload])).find(({ kind }) => kind === 'post_picture');
  const file = waiting && (await data.aboutPrivateFile(waiting.key));
  if (!file) throw refuse('upload_gone');
  if (file.size === 0) throw refuse('empty');
  if (file.size > LARGEST_POST_PICTURE) throw refuse('too_large');
  try {
    const bytes = await data.readPrivateFile(waiting.key);
    return { base: `/${waiting.key}`, ...(await inTurn(() => storePictures(data, waiting.key, bytes))) };
  } catch (error) {
    throw error instanceof BadPicture ? refuse(error.problem) : error;
  }
}

/** Uncropped, turned as the camera held it, and nothing but pixels. */
async function storePictures(data: Pick<Data, 'storePublicFile'>, key: string, bytes: Uint8Array) {
  await readPictureFile(bytes);
  const { data: pixels, info } = await decodePicture(() =>
    openPicture(bytes)
      .resize(Math.max(...POST_PICTURE_WIDTHS), TALLEST, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const { width, height, channels } = info;
  const drawn = () => sharp(pixels, { raw: { width, height, channels } });
  for (const file of FILES) {
    const smaller = drawn().resize(file.width, null, { withoutEnlargement: true });
    const body = await {
      avif: () => smaller.avif({ quality: 58, effort: 1 }),
      webp: () => smaller.webp({ quality: 82, effort: 3 }),
      jpg: () => smaller.jpeg({ quality: 80, mozjpeg: true }),
    }
      [file.format]()
      .toBuffer();
    await data.storePublicFile(`${key}-${file.width}.${file.format}`, file.type, body);
  }
  return { width, height, color: hexOf((await drawn().stats()).dominant) };
}

import { createHash } from 'node:crypto';
import { THUMBNAIL_WIDTHS } from '@site/shared/contracts/episodes.ts';
import sharp, { type Sharp } from 'sharp';
import { decodePicture, hexOf, openPicture, readPictureFile } from '../../../platform/picture-file.ts';

export type ThumbnailFile = { ending: string; type: 'image/avif' | 'image/webp'; body: Buffer };
export type Thumbnails = { version: string; color: string; files: ThumbnailFile[] };

/** Increase this number when a change of the settings below changes the files. */
const REVISION = 1;
const WIDEST = Math.max(...THUMBNAIL_WIDTHS);
const heightOf = (width: number): number => (width * 9) / 16;

/** Returns XMP metadata with the version. File names do not change with the picture, so each file contains the picture's version. */
const xmpOf = (version: string): string => `<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="${version}"/>`;

/**
 * Draws a channel picture in every width and format of the site, 16:9. Pictures of 4:3 are cropped to their middle, without YouTube's black
 * bars. Throws `BadPicture`.
 */
export async function drawThumbnails(bytes: Uint8Array): Promise<Thumbnails> {
  const version = createHash('sha256').update(`${REVISION} `).update(bytes).digest('hex').slice(0, 12);
  return { version, ...(await drawOwnThumbnails(bytes, version)) };
}

/**
 * Draws a picture that the owner uploaded like `drawThumbnails` does. Applies the camera's rotation, and keeps no metadata of the upload.
 * Throws `BadPicture`.
 */
export async function drawOwnThumbnails(bytes: Uint8Array, version: string): Promise<Omit<Thumbnails, 'version'>> {
  await readPictureFile(bytes);
  return await decodePicture(() => drawFiles(openPicture(bytes).toColourspace('srgb'), version));
}

async function drawFiles(picture: Sharp, version: string): Promise<Omit<Thumbnails, 'version'>> {
  const { data, info } = await picture
    .resize(WIDEST, heightOf(WIDEST), { fit: 'cover' })
    .flatten({ background: '#000' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const drawn = () => sharp(data, { raw: { width, height, channels } });
  const files: ThumbnailFile[] = [];
  // One file after another, to leave processor time for visitors' requests.
  for (const target of THUMBNAIL_WIDTHS) {
    const at = () => drawn().resize(target, heightOf(target)).withXmp(xmpOf(version));
    files.push(
      { ending: `-${target}.avif`, type: 'image/avif', body: await at().avif({ quality: 55, effort: 1 }).toBuffer() },
      { ending: `-${target}.webp`, type: 'image/webp', body: await at().webp({ quality: 80, effort: 3 }).toBuffer() },
    );
  }
  const { dominant } = await drawn().stats();
  return { color: hexOf(dominant), files };
}

import { createHash } from 'node:crypto';
import { THUMBNAIL_WIDTHS } from '@site/shared/contracts/episodes.ts';
import sharp, { type Sharp } from 'sharp';
import { decodePicture, hexOf, openPicture, readPictureFile } from '../../../platform/picture-file.ts';

export type ThumbnailFile = { ending: string; type: 'image/avif' | 'image/webp'; body: Buffer };
export type Thumbnails = { version: string; color: string; files: ThumbnailFile[] };

/** To be raised when the settings below change what the files look like. */
const REVISION = 1;
const WIDEST = Math.max(...THUMBNAIL_WIDTHS);
const heightOf = (width: number): number => (width * 9) / 16;

/** XMP with the version: what is stored under a name that stays says itself which picture it is. */
const xmpOf = (version: string): string => `<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="${version}"/>`;

/**
 * A picture of the channel in every width and format that pages ask for, 16:9: of 4:3 pictures the middle, without the provider's black
 * bars. Throws `BadPicture`.
 */
export async function drawThumbnails(bytes: Uint8Array): Promise<Thumbnails> {
  const version = createHash('sha256').update(`${REVISION} `).update(bytes).digest('hex').slice(0, 12);
  return { version, ...(await drawOwnThumbnails(bytes, version)) };
}

/** The same of a picture that the owner uploaded, turned as the camera held it. Nothing but pixels is kept. Throws `BadPicture`. */
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
  // One after the other: requests of visitors want the processors too.
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

import { POST_PICTURE_WIDTHS } from '@site/shared/contracts/pictures.ts';
import sharp from 'sharp';
import { decodePicture, hexOf, openPicture, readPictureFile } from '../../../platform/picture-file.ts';
import { POST_PICTURE_FILES } from './post-picture-files.ts';

type PostPictureFile = { ending: string; type: (typeof POST_PICTURE_FILES)[number]['type']; body: Buffer };
export type DrawnPostPicture = { width: number; height: number; color: string; files: PostPictureFile[] };

/** Maximum height. WebP allows at most 16,383 pixels in each direction. */
const TALLEST = 16_000;

/**
 * Draws a picture of a post in every width and format, without cropping. The camera's rotation is applied, and no metadata is kept. Throws
 * `BadPicture`.
 */
export async function drawPostPicture(bytes: Uint8Array): Promise<DrawnPostPicture> {
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
  const files: PostPictureFile[] = [];
  for (const file of POST_PICTURE_FILES) {
    const smaller = drawn().resize(file.width, null, { withoutEnlargement: true });
    const body = await {
      avif: () => smaller.avif({ quality: 58, effort: 1 }),
      webp: () => smaller.webp({ quality: 82, effort: 3 }),
      jpg: () => smaller.jpeg({ quality: 80, mozjpeg: true }),
    }
      [file.format]()
      .toBuffer();
    files.push({ ending: `${file.width}.${file.format}`, type: file.type, body });
  }
  return { width, height, color: hexOf((await drawn().stats()).dominant), files };
}

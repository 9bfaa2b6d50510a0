import { COVER_WIDTHS } from '@site/shared/contracts/ebooks.ts';
import sharp from 'sharp';
import { decodePicture, hexOf, openPicture, readPictureFile } from '../../../platform/picture-file.ts';

type CoverFile = { ending: string; type: 'image/avif' | 'image/webp'; body: Buffer };
export type CoverPictures = { color: string; files: CoverFile[] };

const WIDEST = Math.max(...COVER_WIDTHS);
const WIDTH_OF_PLAIN_FILE = 480;
const heightOf = (width: number): number => (width * 3) / 2;

/**
 * Draws a cover in every width and format that the shop shows. The ratio is 2:3, and pictures of another ratio are cropped to their middle.
 * The camera's rotation is applied, and no metadata is kept. Throws `BadPicture`.
 */
export async function drawCover(bytes: Uint8Array): Promise<CoverPictures> {
  await readPictureFile(bytes);
  const { data, info } = await decodePicture(() =>
    openPicture(bytes)
      .resize(WIDEST, heightOf(WIDEST), { fit: 'cover' })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const { width, height, channels } = info;
  const drawn = () => sharp(data, { raw: { width, height, channels } });
  const { dominant } = await drawn().stats();
  const files: CoverFile[] = [];
  // The files are drawn one after another, to leave processor time for visitors' requests.
  for (const target of COVER_WIDTHS) {
    const at = () => drawn().resize(target, heightOf(target));
    const webp = await at().webp({ quality: 84, effort: 3 }).toBuffer();
    files.push(
      { ending: `-${target}.avif`, type: 'image/avif', body: await at().avif({ quality: 58, effort: 1 }).toBuffer() },
      { ending: `-${target}.webp`, type: 'image/webp', body: webp },
    );
    if (target === WIDTH_OF_PLAIN_FILE) files.push({ ending: '.webp', type: 'image/webp', body: webp });
  }
  return { color: hexOf(dominant), files };
}

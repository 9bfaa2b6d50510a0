import { COVER_WIDTHS } from '@site/shared/contracts/ebooks.ts';
import sharp from 'sharp';
import { coverKey } from '../../../src/resources/shop/ebooks/cover-files.ts';
import { WIDTH } from './shapes.ts';

export type CoverFile = { /** Key in the public bucket. */ key: string; type: 'image/avif' | 'image/webp'; body: Buffer };

const WIDTH_OF_PLAIN_FILE = 480;

/** Renders a drawn cover in every width and format that the shop shows, and as the plain file that `coverUrl` points to. */
export async function renderCover(svg: string, filename: string, version: string): Promise<CoverFile[]> {
  const base = coverKey(filename, version);
  const drawn = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = drawn.info;
  const at = (target: number) => {
    const picture = sharp(drawn.data, { raw: { width, height, channels } });
    return target === WIDTH ? picture : picture.resize(target);
  };
  const webp = (target: number) => at(target).webp({ quality: 84, effort: 2 }).toBuffer();
  const avif = (target: number) => at(target).avif({ quality: 58, effort: 1 }).toBuffer();

  const files = await Promise.all(
    COVER_WIDTHS.flatMap((target) => [
      webp(target).then((body): CoverFile => ({ key: `${base}-${target}.webp`, type: 'image/webp', body })),
      avif(target).then((body): CoverFile => ({ key: `${base}-${target}.avif`, type: 'image/avif', body })),
    ]),
  );
  const plain = files.find(({ key }) => key === `${base}-${WIDTH_OF_PLAIN_FILE}.webp`);
  if (!plain) throw new Error(`no cover is ${WIDTH_OF_PLAIN_FILE} wide`);
  return [...files, { ...plain, key: `${base}.webp` }];
}

/** Returns the cover as a JPEG, which a PDF can embed. */
export const coverAsJpeg = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).removeAlpha().jpeg({ quality: 84 }).toBuffer();

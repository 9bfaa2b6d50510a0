import type { FileProblem } from '@site/shared/contracts/ebook-rules.ts';
import { COVER_WIDTHS } from '@site/shared/contracts/ebooks.ts';
import sharp from 'sharp';
import { oneAtATime } from '../../platform/limited-thread.ts';

type CoverFile = { ending: string; type: 'image/avif' | 'image/webp'; body: Buffer };
export type CoverPictures = { color: string; files: CoverFile[] };

/** A picture that no cover can be made of. */
export class BadCover extends Error {
  override readonly name = 'BadCover';
  readonly problem: FileProblem;

  constructor(problem: FileProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

const MAX_PIXELS = 50_000_000;
const WIDEST = Math.max(...COVER_WIDTHS);
const WIDTH_OF_PLAIN_FILE = 480;
const heightOf = (width: number): number => (width * 3) / 2;

/** How JPEG, PNG, WebP and AVIF begin, in hex; whatever else the decoder could read (SVG, TIFF, PDF …) never reaches it. */
const BEGINNINGS = [/^ffd8ff/, /^89504e470d0a1a0a/, /^52494646.{8}57454250/, /^.{8}66747970(61766966|61766973|6d696631|6d696166)/];

// A large picture takes 200 MB, beside the heap: one at a time, by one thread, and nothing of it is kept.
sharp.cache(false);
sharp.concurrency(1);
const inTurn = oneAtATime(Number.POSITIVE_INFINITY);

/**
 * A cover in every width and format that the shop shows, 2:3: of other pictures the middle, turned as the camera held it. Nothing
 * but pixels is kept. Throws `BadCover`.
 */
export const makeCover = (bytes: Uint8Array): Promise<CoverPictures> => inTurn(() => drawCover(bytes));

async function drawCover(bytes: Uint8Array): Promise<CoverPictures> {
  const beginning = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  if (!BEGINNINGS.some((known) => known.test(beginning))) throw new BadCover('not_picture');
  const { data, info } = await decode(bytes);
  const { width, height, channels } = info;
  const drawn = () => sharp(data, { raw: { width, height, channels } });
  const { dominant } = await drawn().stats();
  const files: CoverFile[] = [];
  // One after the other: requests of visitors want the processors too.
  for (const target of COVER_WIDTHS) {
    const at = () => drawn().resize(target, heightOf(target));
    const webp = await at().webp({ quality: 84, effort: 3 }).toBuffer();
    files.push(
      { ending: `-${target}.avif`, type: 'image/avif', body: await at().avif({ quality: 58, effort: 1 }).toBuffer() },
      { ending: `-${target}.webp`, type: 'image/webp', body: webp },
    );
    if (target === WIDTH_OF_PLAIN_FILE) files.push({ ending: '.webp', type: 'image/webp', body: webp });
  }
  const hex = [dominant.r, dominant.g, dominant.b].map((value) => value.toString(16).padStart(2, '0')).join('');
  return { color: `#${hex}`, files };
}

async function decode(bytes: Uint8Array) {
  let size: number;
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    size = width * height;
  } catch (cause) {
    throw new BadCover('damaged', { cause });
  }
  if (size > MAX_PIXELS) throw new BadCover('too_many_pixels');
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', autoOrient: true })
      .resize(WIDEST, heightOf(WIDEST), { fit: 'cover' })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (cause) {
    throw new BadCover('damaged', { cause });
  }
}

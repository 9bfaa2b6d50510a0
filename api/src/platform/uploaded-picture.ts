import type { FileProblem } from '@site/shared/contracts/ebook-rules.ts';
import sharp, { type Sharp } from 'sharp';
import { oneAtATime } from './limited-thread.ts';

/** A picture that nothing can be made of. */
export class BadPicture extends Error {
  override readonly name = 'BadPicture';
  readonly problem: FileProblem;

  constructor(problem: FileProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

const MAX_PIXELS = 50_000_000;

/** How JPEG, PNG, WebP and AVIF begin, in hex; whatever else the decoder could read (SVG, TIFF, PDF …) never reaches it. */
const BEGINNINGS = [/^ffd8ff/, /^89504e470d0a1a0a/, /^52494646.{8}57454250/, /^.{8}66747970(61766966|61766973|6d696631|6d696166)/];

// A large picture takes 200 MB, beside the heap: one at a time, by one thread, and nothing of it is kept.
sharp.cache(false);
sharp.concurrency(1);
const inTurn = oneAtATime(Number.POSITIVE_INFINITY);

type Box = { readonly width: number; readonly height: number; readonly background: string };

/**
 * What `draw` makes of an uploaded picture in a box: of one of another shape the middle, turned as the camera held it. Each call of
 * `drawn` begins with the pixels, and nothing else of the file is there. Throws `BadPicture`.
 */
export const withUploadedPicture = <Made>(bytes: Uint8Array, box: Box, draw: (drawn: () => Sharp) => Promise<Made>): Promise<Made> =>
  inTurn(async () => {
    const beginning = Buffer.from(bytes.subarray(0, 16)).toString('hex');
    if (!BEGINNINGS.some((known) => known.test(beginning))) throw new BadPicture('not_picture');
    const { data, info } = await decode(bytes, box);
    const { width, height, channels } = info;
    return await draw(() => sharp(data, { raw: { width, height, channels } }));
  });

async function decode(bytes: Uint8Array, { width, height, background }: Box) {
  let pixels: number;
  try {
    const found = await sharp(bytes, { limitInputPixels: false }).metadata();
    pixels = found.width * found.height;
  } catch (cause) {
    throw new BadPicture('damaged', { cause });
  }
  if (pixels > MAX_PIXELS) throw new BadPicture('too_many_pixels');
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', autoOrient: true })
      .resize(width, height, { fit: 'cover' })
      .flatten({ background })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (cause) {
    throw new BadPicture('damaged', { cause });
  }
}

/** The colour that most of a picture has, as `#rrggbb`. */
export async function dominantColor(picture: Sharp): Promise<string> {
  const { dominant } = await picture.stats();
  return `#${[dominant.r, dominant.g, dominant.b].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

import sharp, { type Sharp } from 'sharp';
import { oneAtATime } from './limited-thread.ts';

export type PictureProblem = 'not_picture' | 'damaged' | 'too_many_pixels';

/** A file that no picture can be made of, for one of `Problem`. */
export class BadPicture<Problem extends string = PictureProblem> extends Error {
  override readonly name = 'BadPicture';
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

/** How JPEG, PNG, WebP and AVIF begin, in hex; whatever else the decoder could read (SVG, TIFF, PDF …) never reaches it. */
const BEGINNINGS = {
  jpeg: /^ffd8ff/,
  png: /^89504e470d0a1a0a/,
  webp: /^52494646.{8}57454250/,
  avif: /^.{8}66747970(61766966|61766973|6d696631|6d696166)/,
} as const;
type PictureFormat = keyof typeof BEGINNINGS;
const MAX_PIXELS = 50_000_000;
/** Longer than any picture takes that may come in. */
const LONGEST_S = 30;

// A large picture takes 200 MB, beside the heap: one at a time, by one thread, and nothing of it is kept.
sharp.cache(false);
sharp.concurrency(1);
/** Does work on one picture after the other. */
export const inTurn = oneAtATime(Number.POSITIVE_INFINITY);

/** What a file says of itself before it is decoded: its size as it is shown, turned as the camera held it. Throws `BadPicture`. */
export async function readPictureFile(bytes: Uint8Array): Promise<{ format: PictureFormat; width: number; height: number }> {
  const beginning = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  const formats = Object.keys(BEGINNINGS) as PictureFormat[];
  const format = formats.find((known) => BEGINNINGS[known].test(beginning));
  if (!format) throw new BadPicture('not_picture');
  const { width, height } = await decodePicture(async () => (await sharp(bytes, { limitInputPixels: false }).metadata()).autoOrient);
  if (width * height > MAX_PIXELS) throw new BadPicture('too_many_pixels');
  return { format, width, height };
}

/** A picture to work with, turned as the camera held it; what it becomes holds nothing but pixels. */
export const openPicture = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', autoOrient: true }).timeout({ seconds: LONGEST_S });

/** What decoding makes of a file. Throws `BadPicture` for what the decoder refuses. */
export async function decodePicture<Result>(decode: () => Promise<Result>): Promise<Result> {
  try {
    return await decode();
  } catch (cause) {
    throw new BadPicture('damaged', { cause });
  }
}

/** A colour such as `#a8432a`, of its parts from 0 to 255. */
export const hexOf = ({ r, g, b }: Readonly<Record<'r' | 'g' | 'b', number>>): string =>
  `#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`;

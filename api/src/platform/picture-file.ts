import sharp, { type Sharp } from 'sharp';
import { BadPicture } from './draw-apart.ts';

/** First bytes of JPEG, PNG, WebP and AVIF files, in hex. Other formats that the decoder could read (SVG, TIFF, PDF …) never reach it. */
const BEGINNINGS = {
  jpeg: /^ffd8ff/,
  png: /^89504e470d0a1a0a/,
  webp: /^52494646.{8}57454250/,
  avif: /^.{8}66747970(61766966|61766973|6d696631|6d696166)/,
} as const;
type PictureFormat = keyof typeof BEGINNINGS;
/** Decoding takes 18 to 24 bytes per pixel of an AVIF, and at most 10 for other formats. */
const MAX_PIXELS = { jpeg: 25_000_000, png: 25_000_000, webp: 25_000_000, avif: 12_500_000 } as const satisfies Record<
  PictureFormat,
  number
>;

// One thread and no cache keep the memory of the decoder small.
sharp.cache(false);
sharp.concurrency(1);

export type PictureFacts = { format: PictureFormat; width: number; height: number };

/**
 * Reads the format and size from a file's header, before decoding. The size is that of the picture as shown, after the camera's rotation. Throws
 * `BadPicture`.
 */
export async function readPictureFile(bytes: Uint8Array): Promise<PictureFacts> {
  const beginning = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  const formats = Object.keys(BEGINNINGS) as PictureFormat[];
  const format = formats.find((known) => BEGINNINGS[known].test(beginning));
  if (!format) throw new BadPicture('not_picture');
  const { width, height } = await decodePicture(async () => (await sharp(bytes, { limitInputPixels: false }).metadata()).autoOrient);
  if (width * height > MAX_PIXELS[format]) throw new BadPicture('too_many_pixels');
  return { format, width, height };
}

/** Opens a picture for processing, rotated as the camera says. The output contains pixels only, no metadata. */
export const openPicture = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS.jpeg, failOn: 'warning', autoOrient: true });

/** Runs `decode`. Throws `BadPicture` when the decoder rejects the file. */
export async function decodePicture<Result>(decode: () => Promise<Result>): Promise<Result> {
  try {
    return await decode();
  } catch (cause) {
    throw new BadPicture('damaged', { cause });
  }
}

/** Returns a color such as `#a8432a` for parts from 0 to 255. */
export const hexOf = ({ r, g, b }: Readonly<Record<'r' | 'g' | 'b', number>>): string =>
  `#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`;

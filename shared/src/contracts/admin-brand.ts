import * as v from 'valibot';
import type { Calls } from './calls.ts';
import { BrandPictureSchema, SITE_PICTURES } from './content.ts';
import { PICTURE_PROBLEMS } from './picture-rules.ts';
import { BRAND_WIDTHS } from './pictures.ts';

/** Largest file for a brand picture, in bytes. */
export const LARGEST_BRAND_FILE = 20 * 1024 ** 2;

/** Shortest side of each picture, in pixels. For pictures that are cropped, this is a side of the visible part. */
export const SMALLEST_BRAND_PICTURES = { portrait: 320, logo: 32, icon: 512, social: 600, artwork: 1_400 } as const;

/**
 * Widths in which the brand's pictures and the podcast's artwork are stored, in pixels. The larger artwork is a JPEG, and may be narrower
 * than its file name says.
 */
export const SITE_PICTURE_WIDTHS = { ...BRAND_WIDTHS, artwork: [300, 3_000] } as const;

/** Reasons why a file cannot be used as a brand picture. */
export const BRAND_PICTURE_PROBLEMS = [
  ...PICTURE_PROBLEMS,
  /** A logo needs a transparent background: PNG or WebP. */
  'not_png',
  'too_small',
  'not_square',
] as const;
export type BrandPictureProblem = (typeof BRAND_PICTURE_PROBLEMS)[number];

/** Requests an upload link for the file of the picture `name`. */
export const BrandUploadRequestSchema = v.object({
  name: v.picklist(SITE_PICTURES),
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1, 'empty'), v.maxValue(LARGEST_BRAND_FILE, 'too_large')),
});
/** The file is sent to `url` with PUT, once. */
export const BrandUploadSchema = v.object({ id: v.pipe(v.string(), v.uuid()), url: v.string() });

const part = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
/**
 * Creates a picture from an upload. `focus`: the point that must stay visible when the picture is cropped, as fractions of width and
 * height.
 */
export const NewBrandPictureSchema = v.object({
  upload: v.pipe(v.string(), v.uuid('invalid')),
  focus: v.optional(v.object({ x: part, y: part }), { x: 0.5, y: 0.5 }),
});
/** The created picture, in the form in which a brand refers to it. A picture that no published brand refers to is deleted after a month. */
export const MadeBrandPictureSchema = BrandPictureSchema;

/** The pictures of the brand. Its words and its colour are a content block. */
export const brandCalls = {
  'POST /api/admin/brand-uploads': { who: { least: 'site', recent: true }, body: BrandUploadRequestSchema, answer: BrandUploadSchema },
  'POST /api/admin/brand-pictures': { who: 'site', body: NewBrandPictureSchema, answer: MadeBrandPictureSchema },
} as const satisfies Calls;

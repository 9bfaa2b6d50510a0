import * as v from 'valibot';
import type { Calls } from './calls.ts';
import { BRAND_PICTURES, BrandPictureSchema } from './content.ts';
import { PICTURE_PROBLEMS } from './picture-rules.ts';

/** Largest file, in bytes, that a picture of the brand is made of. */
export const LARGEST_BRAND_FILE = 20 * 1024 ** 2;

/** The shortest sides, in pixels, of what becomes each picture; of portrait and preview those of the part that is shown. */
export const SMALLEST_BRAND_PICTURES = { portrait: 320, logo: 32, icon: 512, social: 600 } as const;

/** Why a file becomes no picture of the brand. */
export const BRAND_PICTURE_PROBLEMS = [
  ...PICTURE_PROBLEMS,
  /** A logo has a ground that shines through: PNG or WebP. */
  'not_png',
  'too_small',
  'not_square',
] as const;
export type BrandPictureProblem = (typeof BRAND_PICTURE_PROBLEMS)[number];

/** Asks for a link to send one file to, which is to become the picture `name`. */
export const BrandUploadRequestSchema = v.object({
  name: v.picklist(BRAND_PICTURES),
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1, 'empty'), v.maxValue(LARGEST_BRAND_FILE, 'too_large')),
});
/** The file goes to `url` with PUT, once. */
export const BrandUploadSchema = v.object({ id: v.pipe(v.string(), v.uuid()), url: v.string() });

const part = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
/** Makes a picture of an upload. `focus` is what must be seen where it is cut, in parts of its width and height. */
export const NewBrandPictureSchema = v.object({
  upload: v.pipe(v.string(), v.uuid('invalid')),
  focus: v.optional(v.object({ x: part, y: part }), { x: 0.5, y: 0.5 }),
});
/** The picture as a brand names it; until a published one does it is unused, and gone after a month. */
export const MadeBrandPictureSchema = BrandPictureSchema;

/** The pictures of the brand; its words and its colour are a content block. */
export const brandCalls = {
  'POST /api/admin/brand-uploads': { who: { least: 'site', recent: true }, body: BrandUploadRequestSchema, answer: BrandUploadSchema },
  'POST /api/admin/brand-pictures': { who: 'site', body: NewBrandPictureSchema, answer: MadeBrandPictureSchema },
} as const satisfies Calls;

import * as v from 'valibot';

/** A picture that our own origin serves in several widths, as AVIF and WebP. */
export const PictureSchema = v.object({
  /** Path without width and file ending, such as `/covers/raizes-que-sustentam.5d1f0c` or `/thumbnails/dQw4w9WgXcQ`. */
  base: v.string(),
  /** Changes with the picture, so that caches can keep each version for ever. */
  version: v.string(),
  /** Dominant colour (`#rrggbb`), shown until the picture has loaded. */
  color: v.string(),
});
export type Picture = v.InferOutput<typeof PictureSchema>;

/** Returns the URL path of a picture in one width and format. */
export const getPictureSource = (picture: Pick<Picture, 'base' | 'version'>, width: number, format: 'avif' | 'webp' | 'jpg'): string =>
  `${picture.base}-${width}.${format}?v=${picture.version}`;

/**
 * Widths in which each picture of a post is stored, as AVIF and WebP. The file for the last width keeps a smaller picture at its own size.
 */
export const POST_PICTURE_WIDTHS = [480, 960, 1_440] as const;
/** Largest width of the JPEG for other programs, which may not support WebP. */
export const POST_PICTURE_JPEG_WIDTH = 1_080;

/** Widths in which each brand picture is stored; portraits as AVIF too. A logo's file may be narrower than its name says. */
export const BRAND_WIDTHS = { portrait: [240, 480, 800], logo: [480], icon: [512], social: [1_200] } as const;
/** The height of the portrait divided by its width. */
export const PORTRAIT_RATIO = 6 / 5;

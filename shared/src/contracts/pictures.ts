import * as v from 'valibot';

/** A picture that our own origin serves in several widths, as AVIF and as WebP. */
export const PictureSchema = v.object({
  /** Site path without width and ending, such as `/covers/raizes-que-sustentam.5d1f0c` or `/thumbnails/dQw4w9WgXcQ`. */
  base: v.string(),
  /** Changes when the picture changes, so that copies can be kept for ever. */
  version: v.string(),
  /** Dominant colour (`#rrggbb`), the placeholder before the picture is there. */
  color: v.string(),
});
export type Picture = v.InferOutput<typeof PictureSchema>;

/** The site address of a picture in one of its widths and in one format. */
export const getPictureSource = (picture: Pick<Picture, 'base' | 'version'>, width: number, format: 'avif' | 'webp' | 'jpg'): string =>
  `${picture.base}-${width}.${format}?v=${picture.version}`;

/** Under which widths each picture of a text is stored, as AVIF and as WebP; the last holds a smaller one as it is. */
export const POST_PICTURE_WIDTHS = [480, 960, 1_440] as const;
/** The one that other programs get, which read no WebP: as JPEG, at most so wide. */
export const POST_PICTURE_JPEG_WIDTH = 1_080;

/** Under which widths each picture of the brand is stored; portraits as AVIF too. A logo is at most as wide as its name says. */
export const BRAND_WIDTHS = { portrait: [240, 480, 800], logo: [480], icon: [512], social: [1_200] } as const;
/** Height over width of the portrait. */
export const PORTRAIT_RATIO = 6 / 5;

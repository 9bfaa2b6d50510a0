import { THUMBNAIL_WIDTHS } from '@site/shared/contracts/episodes.ts';

/** The endings of a picture's file names, one for each width and format. */
export const thumbnailEndings: readonly string[] = THUMBNAIL_WIDTHS.flatMap((width) => [`-${width}.avif`, `-${width}.webp`]);

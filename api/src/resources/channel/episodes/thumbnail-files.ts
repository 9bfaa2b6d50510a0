import { THUMBNAIL_WIDTHS } from '@site/shared/contracts/episodes.ts';

/** The endings of the files of each picture, after its name. */
export const thumbnailEndings: readonly string[] = THUMBNAIL_WIDTHS.flatMap((width) => [`-${width}.avif`, `-${width}.webp`]);

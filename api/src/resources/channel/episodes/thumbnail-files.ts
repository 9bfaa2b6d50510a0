import { THUMBNAIL_WIDTHS } from '@site/shared/contracts/episodes.ts';

/** Endings of the files of each picture. */
export const thumbnailEndings: readonly string[] = THUMBNAIL_WIDTHS.flatMap((width) => [`-${width}.avif`, `-${width}.webp`]);

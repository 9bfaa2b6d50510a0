import { COVER_WIDTHS } from '@site/shared/contracts/ebooks.ts';

/**
 * Returns the key of a cover's files, without width and extension. The version is part of the name, so a file is never overwritten and a
 * page made with an older cover keeps it.
 */
export const coverKey = (filename: string, version: string): string => `covers/${filename.replace(/\.pdf$/, '')}.${version}`;

/** Endings of the files of each cover. The last one is the file that `coverUrl` points to. */
export const coverEndings: readonly string[] = [...COVER_WIDTHS.flatMap((width) => [`-${width}.avif`, `-${width}.webp`]), '.webp'];

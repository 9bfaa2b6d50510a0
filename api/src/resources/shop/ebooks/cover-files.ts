import { COVER_WIDTHS } from '@site/shared/contracts/ebooks.ts';

/**
 * Where a cover's files are, without width and ending. Its version is part of their names: no file is ever overwritten, and a page
 * that was made with an older cover keeps it whole.
 */
export const coverKey = (filename: string, version: string): string => `covers/${filename.replace(/\.pdf$/, '')}.${version}`;

/** The endings of the files of each cover; the last one is what `coverUrl` points to. */
export const coverEndings: readonly string[] = [...COVER_WIDTHS.flatMap((width) => [`-${width}.avif`, `-${width}.webp`]), '.webp'];

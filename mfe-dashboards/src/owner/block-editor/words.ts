import type { Path } from './body.ts';

/** A text of a block, and its path in the block's body. */
export type Said = { readonly path: Path; readonly words: string };

/** Returns whether a value is a picture of the brand. A person only needs to read that the picture changed. */
export const isPicture = (value: unknown): value is { version: string } =>
  typeof value === 'object' && value !== null && 'base' in value && 'version' in value;

/** Returns every text of a value with its path, except names that are never shown. */
export function wordsOf(value: unknown, path: Path = []): Said[] {
  if (Array.isArray(value)) return value.flatMap((part, place) => wordsOf(part, [...path, place]));
  if (isPicture(value)) return [{ path, words: value.version }];
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([name, part]) => wordsOf(part, [...path, name]));
  return value === null || value === undefined || value === '' || path.at(-1) === 'id' ? [] : [{ path, words: String(value) }];
}

import type { Path } from './body.ts';

/** Words, and where they stand. */
export type Said = { readonly path: Path; readonly words: string };

/** A picture of the brand, of which a person reads that it is another one. */
export const isPicture = (value: unknown): value is { version: string } =>
  typeof value === 'object' && value !== null && 'base' in value && 'version' in value;

/** Every word of a value with its place, but for the names that are never shown. */
export function wordsOf(value: unknown, path: Path = []): Said[] {
  if (Array.isArray(value)) return value.flatMap((part, place) => wordsOf(part, [...path, place]));
  if (isPicture(value)) return [{ path, words: value.version }];
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([name, part]) => wordsOf(part, [...path, name]));
  return value === null || value === undefined || value === '' || path.at(-1) === 'id' ? [] : [{ path, words: String(value) }];
}

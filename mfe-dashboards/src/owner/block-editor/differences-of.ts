import { dequal } from 'dequal/lite';
import type { Path } from './body.ts';
import { matchesOf } from './list-matches.ts';
import { isPicture, type Said, wordsOf } from './words.ts';

/** A changed field, or an item that was added, removed or moved in a list. All positions are positions in the newer body. */
export type Difference =
  | { readonly kind: 'changed'; readonly path: Path; readonly before: string | null; readonly after: string | null }
  /** `words` holds all words of the item, with their paths inside it. */
  | { readonly kind: 'added' | 'removed'; readonly path: Path; readonly words: readonly Said[] }
  /** Positions begin at one. */
  | { readonly kind: 'moved'; readonly path: Path; readonly from: number; readonly to: number; readonly words: readonly Said[] };

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function ofLists(before: readonly unknown[], after: readonly unknown[], path: Path): Difference[] {
  return matchesOf(before, after).flatMap((match): Difference[] => {
    if (match.after === null) {
      const place = match.before ?? 0;
      return [{ kind: 'removed', path: [...path, place], words: wordsOf(before[place]) }];
    }
    const here = [...path, match.after];
    const thing = after[match.after];
    if (match.before === null) return [{ kind: 'added', path: here, words: wordsOf(thing) }];
    const moved = { kind: 'moved', path: here, from: match.before + 1, to: match.after + 1, words: wordsOf(thing) } as const;
    return [...(match.isMoved ? [moved] : []), ...ofValues(before[match.before], thing, here)];
  });
}

function ofWords(before: unknown, after: unknown, path: Path): Difference[] {
  const [olds, news] = [wordsOf(before, path), wordsOf(after, path)];
  const at = (all: readonly Said[], place: Path) => all.find((said) => said.path.join('.') === place.join('.'))?.words ?? null;
  return [
    ...news.map(({ path: place, words }) => ({ kind: 'changed', path: place, before: at(olds, place), after: words }) as const),
    ...olds
      .filter(({ path: place }) => at(news, place) === null)
      .map(({ path: place, words }) => ({ kind: 'changed', path: place, before: words, after: null }) as const),
  ].filter((difference) => difference.before !== difference.after);
}

function ofValues(before: unknown, after: unknown, path: Path): Difference[] {
  if (dequal(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return ofLists(before, after, path);
  if (!isFields(before) || !isFields(after) || isPicture(before) || isPicture(after)) return ofWords(before, after, path);
  return [...new Set([...Object.keys(after), ...Object.keys(before)])].flatMap((name) =>
    ofValues(before[name], after[name], [...path, name]),
  );
}

/** Returns the differences between two bodies, in the order of the newer one. */
export const differencesOf = (before: Fields, after: Fields): Difference[] => ofValues(before, after, []);

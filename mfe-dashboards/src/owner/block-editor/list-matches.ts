import { dequal } from 'dequal/lite';
import { wordsOf } from './words.ts';

/** An item of a list, with its positions in the older and the newer list. Null where the list does not contain the item. */
export type Match = {
  readonly before: number | null;
  readonly after: number | null;
  /** Whether the item moved, compared with the items that kept their order. */
  readonly isMoved: boolean;
};

type List = readonly unknown[];
/** For each position in the newer list, the position of the same item in the older list. */
type Pairs = Map<number, number>;

const NAMES = ['id', 'slug', 'key'] as const;

/** Maps each item's key to its position, if all items have the key and no two share one; otherwise null. */
function keysOf(list: List, name: string): Map<unknown, number> | null {
  const keys = new Map<unknown, number>();
  for (const [place, thing] of list.entries()) {
    const key = typeof thing === 'object' && thing !== null ? (thing as Record<string, unknown>)[name] : undefined;
    if ((typeof key !== 'string' && typeof key !== 'number') || keys.has(key)) return null;
    keys.set(key, place);
  }
  return keys;
}

function pairsByKey(before: List, after: List): Pairs | null {
  for (const name of NAMES) {
    const [olds, news] = [keysOf(before, name), keysOf(after, name)];
    if (olds && news) return new Map([...news].flatMap(([key, place]) => (olds.has(key) ? [[place, olds.get(key) ?? 0] as const] : [])));
  }
  return null;
}

/** The weight of two similar items. It is below one, so that many similar pairs never outweigh one identical pair. */
const ALIKE = 0.4;

/** Returns how similar two items are, from 0 (no common word) to 1 (equal). */
function likeness(one: unknown, other: unknown): number {
  if (dequal(one, other)) return 1;
  const [words, others] = [one, other].map((thing) => new Map(wordsOf(thing).map((said) => [said.path.join('.'), said.words])));
  if (!words || !others) return 0;
  const shared = [...words].filter(([place, word]) => others.get(place) === word).length;
  return (ALIKE * shared) / Math.max(words.size, others.size, 1);
}

/**
 * Pairs the items of two lists without changing their order, so that the total similarity of the pairs is highest. This is a longest common
 * subsequence in which items may also be merely similar.
 */
function pairsInOrder(before: List, after: List): Pairs {
  const alike = before.map((old) => after.map((thing) => likeness(old, thing)));
  // The best total similarity of the two lists from these positions onwards.
  const common = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  const at = (table: readonly number[][], old: number, now: number): number => table[old]?.[now] ?? 0;
  for (let old = before.length - 1; old >= 0; old -= 1) {
    for (let now = after.length - 1; now >= 0; now -= 1) {
      const row = common[old];
      if (row) row[now] = Math.max(at(common, old + 1, now), at(common, old, now + 1), at(alike, old, now) + at(common, old + 1, now + 1));
    }
  }
  const pairs: Pairs = new Map();
  let [old, now] = [0, 0];
  while (old < before.length && now < after.length) {
    const isPair = at(alike, old, now) > 0 && at(common, old, now) === at(alike, old, now) + at(common, old + 1, now + 1);
    if (isPair) pairs.set(now, old);
    const skipsOld = !isPair && at(common, old, now) === at(common, old + 1, now);
    if (isPair || skipsOld) old += 1;
    if (isPair || !skipsOld) now += 1;
  }
  return pairs;
}

function pairsByLikeness(before: List, after: List): Pairs {
  const pairs = pairsInOrder(before, after);
  const isGone = (place: number) => ![...pairs.values()].includes(place);
  const hasCome = (place: number) => !pairs.has(place);
  const anchors = [[-1, -1] as const, ...[...pairs].map(([now, old]) => [old, now] as const), [before.length, after.length] as const];
  // Identical words at another position mean that the item moved.
  for (const now of [...after.keys()].filter(hasCome)) {
    const old = [...before.keys()].find((place) => isGone(place) && dequal(before[place], after[now]));
    if (old !== undefined) pairs.set(now, old);
  }
  // If as many items were removed as added between two unchanged items, each removed item counts as rewritten.
  for (const [index, [old, now]] of anchors.entries()) {
    const [nextOld, nextNow] = anchors[index + 1] ?? [old, now];
    const gone = [...before.keys()].filter((place) => place > old && place < nextOld && isGone(place));
    const come = [...after.keys()].filter((place) => place > now && place < nextNow && hasCome(place));
    if (gone.length === come.length) for (const [step, place] of come.entries()) pairs.set(place, gone[step] ?? 0);
  }
  return pairs;
}

/** Returns as many pairs as possible whose items have the same order in both lists. The items of all other pairs moved. */
function stayed(pairs: Pairs): Set<number> {
  const ordered = [...pairs].sort(([one], [other]) => one - other);
  const runs: (readonly [number, number])[][] = [];
  for (const pair of ordered) {
    const longest = runs
      .filter((run) => (run.at(-1)?.[1] ?? -1) < pair[1])
      .reduce<(typeof runs)[number]>((best, run) => (run.length > best.length ? run : best), []);
    runs.push([...longest, pair]);
  }
  return new Set(runs.reduce((best, run) => (run.length > best.length ? run : best), []).map(([now]) => now));
}

/**
 * Matches the items of two lists, by their key or otherwise by their words. Returns the matches in the order of the newer list, removed
 * items last.
 */
export function matchesOf(before: List, after: List): Match[] {
  const pairs = pairsByKey(before, after) ?? pairsByLikeness(before, after);
  const still = stayed(pairs);
  const kept = new Set(pairs.values());
  return [
    ...after.map((_, now) => ({ before: pairs.get(now) ?? null, after: now, isMoved: pairs.has(now) && !still.has(now) })),
    ...before.flatMap((_, old) => (kept.has(old) ? [] : [{ before: old, after: null, isMoved: false }])),
  ];
}

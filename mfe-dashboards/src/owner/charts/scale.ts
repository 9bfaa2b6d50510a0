const ROUND = [1, 2, 5, 10];

/** Returns the values of a chart's horizontal lines, from 0 to at least `highest`: whole, round numbers, and at most five of them. */
export function valueTicks(highest: number): number[] {
  const least = Math.max(highest / 4, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * (ROUND.find((round) => round * power >= least) ?? 10);
  return Array.from({ length: Math.max(1, Math.ceil(highest / step)) + 1 }, (_, index) => index * step);
}

/**
 * Returns which points of a chart carry their name: every one, every second, … beginning at the first, so that names do not overlap.
 * `width` and `nameWidth` have the same unit.
 */
export function namedPoints(count: number, width: number, nameWidth: number): { at: readonly number[]; every: number } {
  const place = width / count;
  const every = Math.min(count, Math.max(1, Math.ceil(nameWidth / place)));
  const at = Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every);
  return { at: at.filter((index) => index === 0 || (count - index) * place >= nameWidth), every };
}

/** Returns the change relative to `before`, such as 0.5 for half more; null if `before` is zero. */
export const changeOf = (now: number, before: number): number | null => (before === 0 ? null : (now - before) / before);

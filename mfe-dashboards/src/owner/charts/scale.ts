const ROUND = [1, 2, 5, 10];

/** The values at the lines of a chart's value axis, from 0 to at or above `highest`: whole, round, and at most five of them. */
export function valueTicks(highest: number): number[] {
  const least = Math.max(highest / 4, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * (ROUND.find((round) => round * power >= least) ?? 10);
  return Array.from({ length: Math.max(1, Math.ceil(highest / step)) + 1 }, (_, index) => index * step);
}

/**
 * The points of a chart that carry their name below them: every one, every second, … so that each name has its own width, from the first
 * on. All lengths in one unit.
 */
export function namedPoints(count: number, width: number, nameWidth: number): { at: readonly number[]; every: number } {
  const place = width / count;
  const every = Math.min(count, Math.max(1, Math.ceil(nameWidth / place)));
  const at = Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every);
  return { at: at.filter((index) => index === 0 || (count - index) * place >= nameWidth), every };
}

/** How much of `before` was added or lost, as a share of it; null where there was nothing to compare with. */
export const changeOf = (now: number, before: number): number | null => (before === 0 ? null : (now - before) / before);

const STEPS = [1, 2, 4, 6, 8, 10];

/** The least round number that `highest` and its half fit below, so that a chart's lines stand at numbers that people read. */
export function topOf(highest: number): number {
  if (highest <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(highest));
  return power * (STEPS.find((step) => step * power >= highest) ?? 10);
}

/** How much of `before` was added or lost, as a share of it; null where there was nothing to compare with. */
export const changeOf = (now: number, before: number): number | null => (before === 0 ? null : (now - before) / before);

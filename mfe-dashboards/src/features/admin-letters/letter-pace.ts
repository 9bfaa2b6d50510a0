/** Letters of each day, until all are out: a day may bring twice as many as the one before. */
export function portionsOf(total: number, perDay: number): number[] {
  const portions: number[] = [];
  for (let left = total, most = Math.max(1, perDay); left > 0; left -= most, most *= 2) portions.push(Math.min(left, most));
  return portions;
}

type Left = { readonly unit: 'minutes' | 'hours' | 'days'; readonly value: number };

/** How long so many letters still take, roughly. */
export function timeFor(left: number, { perSecond, perDay }: { perSecond: number; perDay: number }): Left {
  const days = portionsOf(left, perDay).length;
  if (days > 1) return { unit: 'days', value: days };
  const minutes = Math.ceil(left / Math.max(perSecond, 0.01) / 60);
  return minutes < 90 ? { unit: 'minutes', value: minutes } : { unit: 'hours', value: Math.round(minutes / 60) };
}

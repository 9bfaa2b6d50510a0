type Pace = { readonly perDay: number; readonly today: number };

/**
 * Returns the number of emails on each day until all are sent, beginning with the rest of today. A day may have twice as many emails as the
 * previous day.
 */
export function portionsOf(total: number, { perDay, today }: Pace): number[] {
  const portions: number[] = [];
  for (let left = total, room = today, most = Math.max(1, perDay); left > 0; left -= room, most *= 2, room = most) {
    portions.push(Math.min(left, room));
  }
  return portions;
}

type Left = { readonly unit: 'minutes' | 'hours' | 'days'; readonly value: number };

/** Returns roughly how long sending the remaining emails takes. */
export function timeFor(left: number, { perSecond, ...pace }: Pace & { readonly perSecond: number }): Left {
  const days = portionsOf(left, pace).length;
  if (days > 1) return { unit: 'days', value: days };
  const minutes = Math.ceil(left / Math.max(perSecond, 0.01) / 60);
  return minutes < 90 ? { unit: 'minutes', value: minutes } : { unit: 'hours', value: Math.round(minutes / 60) };
}

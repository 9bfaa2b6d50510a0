import { expect, test } from 'vitest';
import { toAudience } from './campaigns.view.ts';

const audience = (total: number, day: { most: number; busiest: number; handed: number }) =>
  toAudience({ total, byLocale: { 'pt-BR': total, en: 0 }, withoutConsent: 0, day, complained: null }).days;

test.each([
  [0, 0, 0, 1],
  [500, 0, 0, 1],
  [501, 0, 0, 2],
  // In this case, the three days send 500, 1,000 and 2,000 emails.
  [3_500, 0, 0, 3],
  [3_501, 0, 0, 4],
  // In this case, most of today's limit is used up.
  [200, 0, 400, 2],
  [10_000, 5_000, 0, 1],
])('sending to %i readers after a busiest day of %i, with %i already sent today, takes %i days', (total, busiest, handed, days) => {
  expect(audience(total, { most: Math.max(500, 2 * busiest), busiest, handed })).toBe(days);
});

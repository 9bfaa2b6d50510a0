import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openWholeDatabase } from './whole-database.ts';

/** Use a thousand runs when the law or `price_before` changes. */
const RUNS = 60;

let database: Database;
beforeAll(async () => {
  database = await openWholeDatabase();
  await database.exec(`alter table public.ebooks_metadata disable trigger user;
    insert into public.ebooks_metadata (id, title, filename, state) values ('a', 'A', 'a.pdf', 'draft')`);
});
afterAll(() => database.close());

/** The price of a book on one day, or null if it could not be bought. */
type Day = { readonly minor: number; readonly isReduced: boolean } | null;

/** Returns the lowest price in the 30 days before the last day's reduction began, computed day by day. */
function naive(days: readonly Day[]): number | null {
  let began = days.length - 1;
  let first = days[began];
  if (!first?.isReduced) return null;
  for (let earlier = days[began - 1]; earlier?.isReduced && earlier.minor >= first.minor; earlier = days[began - 1]) {
    began -= 1;
    first = earlier;
  }
  const before = days.slice(Math.max(0, began - 30), began).flatMap((day) => (day ? [day.minor] : []));
  return before.length > 0 ? Math.min(...before) : null;
}

const day: fc.Arbitrary<Day> = fc.option(fc.record({ minor: fc.integer({ min: 1, max: 4 }), isReduced: fc.boolean() }), { freq: 6 });
/** A price lasts for some days, and two successive periods may have the same price. */
const periods = fc.array(fc.tuple(day, fc.integer({ min: 1, max: 25 })), { minLength: 1, maxLength: 8 });

test('the price before a sale is the lowest of the preceding 30 days, as counted on a calendar', async () => {
  await fc.assert(
    fc.asyncProperty(periods, async (history) => {
      const rows: string[] = [];
      let at = 0;
      for (const [price, length] of history) {
        if (price)
          rows.push(`('a', 'BRL', ${price.minor}, ${price.isReduced}, timestamptz '2026-01-01Z' + ${at} * interval '1 day',
            timestamptz '2026-01-01Z' + ${at + length} * interval '1 day')`);
        at += length;
      }
      await database.exec(`delete from public.price_periods;
        ${rows.length > 0 ? `insert into public.price_periods (ebook_id, currency, amount_minor, is_reduced, starts_at, ends_at) values ${rows.join(', ')}` : ''}`);
      const { rows: answer } = await database.query<{ minor: number | null }>(
        `select public.price_before('a', 'BRL', timestamptz '2026-01-01Z' + $1 * interval '1 day') as minor`,
        [at - 0.5],
      );
      expect(answer[0]?.minor).toBe(naive(history.flatMap(([price, length]) => Array<Day>(length).fill(price))));
    }),
    { numRuns: RUNS },
  );
}, 60_000);

import { expect, test } from 'vitest';
import { portionsOf, timeFor } from './letter-pace.ts';

test('each day brings twice as many as the one before, until all are out', () => {
  expect(portionsOf(4_000, 500)).toEqual([500, 1_000, 2_000, 500]);
  expect(portionsOf(500, 500)).toEqual([500]);
  expect(portionsOf(0, 500)).toEqual([]);
});

test.each([
  [60, { unit: 'minutes', value: 1 }],
  [8_000, { unit: 'minutes', value: 14 }],
  [100_000, { unit: 'hours', value: 3 }],
  [300_000, { unit: 'days', value: 2 }],
])('%i letters take so long', (left, expected) => {
  expect(timeFor(left, { perSecond: 10, perDay: 200_000 })).toEqual(expected);
});

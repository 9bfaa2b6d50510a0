import { expect, test } from 'vitest';
import { portionsOf, timeFor } from './campaign-pace.ts';

test.each([
  [4_000, 500, [500, 1_000, 2_000, 500]],
  [500, 500, [500]],
  [0, 500, []],
  // In these examples, some or all of the emails that the daily limit allows were already sent today.
  [1_204, 200, [200, 1_000, 4]],
  [1_204, 0, [0, 1_000, 204]],
])('%i emails, of which today’s limit still allows %i, are spread over several days', (total, today, portions) => {
  expect(portionsOf(total, { perDay: 500, today })).toEqual(portions);
});

test.each([
  [60, 200_000, { unit: 'minutes', value: 1 }],
  [8_000, 200_000, { unit: 'minutes', value: 14 }],
  [100_000, 200_000, { unit: 'hours', value: 3 }],
  [300_000, 200_000, { unit: 'days', value: 2 }],
  [60, 0, { unit: 'days', value: 2 }],
])('sending %i emails, of which today’s limit still allows %i, takes the estimated time', (left, today, expected) => {
  expect(timeFor(left, { perSecond: 10, perDay: 200_000, today })).toEqual(expected);
});

import { expect, it } from 'vitest';
import { formatClock, parseClock } from './clock.ts';

it.each([
  [0, '0:00'],
  [402, '6:42'],
  [59.9, '0:59'],
  [3_792, '1:03:12'],
])('a position of %s seconds is formatted as %s', (seconds, text) => expect(formatClock(seconds)).toBe(text));

it.each([
  ['90', 90],
  ['90s', 90],
  ['1m30s', 90],
  ['1m30', 90],
  ['1:30', 90],
  ['01:30', 90],
  ['1h2m3s', 3_723],
  ['2h', 7_200],
  ['1:03:12', 3_792],
  ['75:00', 4_500],
])('the time %s in a URL is %i seconds', (text, seconds) => expect(parseClock(text)).toBe(seconds));

it.each(['', '-5', '1.5', 'abc', '1:99', '1:2:3:4', 'm', '12x', '1 30', '9999999999'])(
  'the invalid time %j in an address is ignored',
  (text) => expect(parseClock(text)).toBeNull(),
);

import { expect, it } from 'vitest';
import { formatClock } from './format-clock.ts';

it.each([
  [0, '0:00'],
  [402, '6:42'],
  [59.9, '0:59'],
  [3_792, '1:03:12'],
])('a place at %s seconds is written %s', (seconds, text) => expect(formatClock(seconds)).toBe(text));

import { expect, test } from 'vitest';
import { retryAfter } from './mail-worker.ts';

test('waits longer after each failure, and never longer than four minutes', () => {
  expect([1, 2, 3, 4, 20].map(retryAfter)).toEqual([5, 10, 20, 40, 240]);
});

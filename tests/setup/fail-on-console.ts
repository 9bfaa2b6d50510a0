import { afterEach, expect } from 'vitest';
import { seen } from './watch-console.ts';

// A warning that is not read is a defect that is not seen: what reaches the console fails the test that caused it.
afterEach(() => {
  expect(seen.splice(0)).toEqual([]);
});

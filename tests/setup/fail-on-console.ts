import { afterEach, expect } from 'vitest';
import { seen } from './watch-console.ts';

// A console error or warning fails the test that caused it, because an unread warning hides a defect.
afterEach(() => {
  expect(seen.splice(0)).toEqual([]);
});

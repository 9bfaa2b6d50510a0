import { afterEach, beforeEach, expect, vi } from 'vitest';

// A warning that nobody reads is a defect that nobody sees: whatever reaches the console fails the test that caused it.
const spies = {
  error: vi.spyOn(console, 'error'),
  warn: vi.spyOn(console, 'warn'),
};

beforeEach(() => {
  for (const spy of Object.values(spies)) spy.mockClear();
});

afterEach(() => {
  for (const [level, spy] of Object.entries(spies)) expect(spy.mock.calls, `console.${level}`).toEqual([]);
});

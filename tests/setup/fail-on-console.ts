import { afterEach, expect } from 'vitest';

// A warning that is not read is a defect that is not seen: what reaches the console fails the test that caused it. The functions
// themselves are replaced, not spied on: `vi.restoreAllMocks` in a test gives these back and nothing else.
const seen: unknown[][] = [];
for (const level of ['error', 'warn'] as const) {
  const write = console[level].bind(console);
  console[level] = (...values: unknown[]) => {
    seen.push([`console.${level}`, ...values]);
    write(...values);
  };
}

afterEach(() => {
  expect(seen.splice(0)).toEqual([]);
});

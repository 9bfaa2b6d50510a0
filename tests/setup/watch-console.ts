/** Calls of `console.error` and `console.warn` that no test has removed. */
export const seen: unknown[][] = [];

// The functions are replaced instead of spied on, because `vi.restoreAllMocks` in a test would remove spies.
for (const level of ['error', 'warn'] as const) {
  const write = console[level].bind(console);
  console[level] = (...values: unknown[]) => {
    seen.push([`console.${level}`, ...values]);
    write(...values);
  };
}

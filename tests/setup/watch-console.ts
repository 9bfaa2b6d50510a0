/** What was written to `console.error` and `console.warn` and not taken out again. */
export const seen: unknown[][] = [];

// The functions themselves are replaced, not spied on: `vi.restoreAllMocks` in a test gives these back and nothing else.
for (const level of ['error', 'warn'] as const) {
  const write = console[level].bind(console);
  console[level] = (...values: unknown[]) => {
    seen.push([`console.${level}`, ...values]);
    write(...values);
  };
}

import { afterAll, vi } from 'vitest';

const timers = new Set<NodeJS.Timeout>();
const start = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...given: Parameters<typeof start>) => {
  const timer = start(...given);
  timers.add(timer);
  return timer;
}, start) as typeof setTimeout;

// Late imports and timers of a test, such as the toast library and a toast's timer, would otherwise finish after its page was removed.
afterAll(async () => {
  await vi.dynamicImportSettled();
  for (const timer of timers) clearTimeout(timer);
});

import { afterAll, vi } from 'vitest';

const timers = new Set<NodeJS.Timeout>();
const start = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...given: Parameters<typeof start>) => {
  const timer = start(...given);
  timers.add(timer);
  return timer;
}, start) as typeof setTimeout;

// What a test left on its way, such as the toasts' library and the clock of a toast, would come when the page is gone.
afterAll(async () => {
  await vi.dynamicImportSettled();
  for (const timer of timers) clearTimeout(timer);
});

import { afterEach } from 'vitest';

// Vitest's JSON report has no word about retries, but carries what stands in a test's meta.
afterEach(({ task }) => {
  const retries = task.result?.retryCount ?? 0;
  if (retries > 0) Object.assign(task.meta, { retries });
});

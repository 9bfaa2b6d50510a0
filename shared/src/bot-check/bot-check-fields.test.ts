import { afterEach, expect, it, vi } from 'vitest';
import { FASTEST_PERSON_MS } from '../contracts/form-rules.ts';
import { botCheckFields } from './bot-check-fields.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a form that was filled too fast for a person waits until the API accepts it', async () => {
  let now = 123.4;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => {
    now += Math.trunc(ms);
    work();
  });
  const { openForMs } = await botCheckFields(new FormData());
  expect(openForMs).toBeGreaterThanOrEqual(FASTEST_PERSON_MS);
});

import type { ApiCall } from '@site/shared/site/site.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepAnswersAhead } from './answers-ahead.ts';

let count = 0;
const asked = vi.fn(async () => ({ n: ++count }));
const { ask, call } = keepAnswersAhead(asked as unknown as ApiCall);
const book = (id: string) => ({ params: { id }, signal: AbortSignal.timeout(1_000) });

beforeEach(() => {
  count = 0;
  asked.mockClear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('an answer that was loaded ahead serves one call with the same parameters', async () => {
  await ask('GET /api/ebooks/:id', book('a'));
  await expect(call('GET /api/ebooks/:id', book('a'))).resolves.toEqual({ n: 1 });
  await expect(call('GET /api/ebooks/:id', book('a'))).resolves.toEqual({ n: 2 });
});

it('an answer loaded ahead serves no call for another book', async () => {
  await ask('GET /api/ebooks/:id', book('a'));
  await expect(call('GET /api/ebooks/:id', book('b'))).resolves.toEqual({ n: 2 });
});

it('an answer loaded ahead serves no call after ten seconds', async () => {
  await ask('GET /api/ebooks/:id', book('a'));
  vi.advanceTimersByTime(10_000);
  await expect(call('GET /api/ebooks/:id', book('a'))).resolves.toEqual({ n: 2 });
});

it('the page makes its own call if loading ahead failed', async () => {
  asked.mockRejectedValueOnce(new Error('offline'));
  await expect(ask('GET /api/ebooks/:id', book('a'))).rejects.toThrow('offline');
  await expect(call('GET /api/ebooks/:id', book('a'))).resolves.toEqual({ n: 1 });
});

it('calls that change data are never made ahead', async () => {
  await expect(ask('POST /api/newsletter', { body: {} } as never)).rejects.toThrow('not asked for ahead');
  expect(asked).not.toHaveBeenCalled();
});

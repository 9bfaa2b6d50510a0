import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../base/app-error.ts';
import { createAnswers } from './public-answers.ts';

const text = ({ body }: { body: Uint8Array }) => new TextDecoder().decode(body);
const make = () => {
  const answers = createAnswers(pino({ level: 'silent' }));
  return { answers, cache: answers.keep({ maxEntries: 10 }) };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a public answer is JSON or text, and its ETag depends on the content', async () => {
  const { cache } = make();
  const first = await cache.get('k', async () => ({ n: 1 }));
  expect(text(first)).toBe('{"n":1}');
  vi.advanceTimersByTime(3_001);
  const second = await cache.get('k', async () => ({ n: 2 }));
  expect(text(second)).toBe('{"n":2}');
  expect(second.etag).not.toBe(first.etag);
  expect(text(await cache.get('feed', async () => '<rss/>'))).toBe('<rss/>');
});

test('a public answer is loaded again at once after a change in this process', async () => {
  const { answers, cache } = make();
  await cache.get('k', async () => 1);
  expect(text(await cache.get('k', async () => 2)), 'fresh enough').toBe('1');
  answers.outdate();
  expect(text(await cache.get('k', async () => 2))).toBe('2');
});

test('during an outage of the data service the last answer is served, unless it was removed', async () => {
  const { cache } = make();
  await cache.get('k', async () => 1);
  vi.advanceTimersByTime(3_001);
  expect(text(await cache.get('k', () => Promise.reject(new AppError('service_unavailable'))))).toBe('1');
  vi.advanceTimersByTime(3_001);
  await expect(cache.get('k', () => Promise.reject(new AppError('not_found')))).rejects.toMatchObject({ code: 'not_found' });
});

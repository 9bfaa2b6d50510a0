import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../base/app-error.ts';
import { createAnswerCache, createAnswers } from './answer-cache.ts';

const silentLog = pino({ level: 'silent' });

const text = ({ body }: { body: Uint8Array }) => new TextDecoder().decode(body);
const make = (change: { freshMs?: number; maxEntries?: number; maxBytes?: number } = {}) =>
  createAnswerCache({ freshMs: 3_000, patienceMs: 500, cooldownMs: 2_000, maxEntries: 10, log: silentLog, ...change });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('asks once for all who come together, and once per period', async () => {
  const cache = make();
  const load = vi.fn(async () => ({ n: 1 }));
  const [one, two] = await Promise.all([cache.get('k', load), cache.get('k', load)]);
  await cache.get('k', load);
  expect(load).toHaveBeenCalledTimes(1);
  expect(one).toBe(two);
  expect(text(one)).toBe('{"n":1}');
});

test('asks again when the answer is old, and the tag follows the body', async () => {
  const cache = make();
  const first = await cache.get('k', async () => ({ n: 1 }));
  vi.advanceTimersByTime(3_001);
  const second = await cache.get('k', async () => ({ n: 2 }));
  expect(text(second)).toBe('{"n":2}');
  expect(second.etag).not.toBe(first.etag);
});

test('asks again once something was changed here, also when it was being asked meanwhile', async () => {
  const answers = createAnswers(silentLog);
  const cache = answers.keep({ maxEntries: 10 });
  let [n, release] = [1, () => {}];
  const slowly = () => new Promise((resolve) => (release = () => resolve(n)));
  await cache.get('k', async () => n);
  n = 2;
  expect(text(await cache.get('k', async () => n)), 'fresh enough').toBe('1');
  answers.outdate();
  expect(text(await cache.get('k', async () => n))).toBe('2');

  vi.advanceTimersByTime(3_001);
  const before = cache.get('k', slowly);
  const finish = release;
  answers.outdate();
  n = 3;
  expect(text(await cache.get('k', async () => n))).toBe('3');
  n = 2;
  finish();
  await before;
  n = 3;
  expect(text(await cache.get('k', async () => n)), 'not the answer from before').toBe('3');
});

test('keeps so many bytes and no more, of what was asked for last', async () => {
  const cache = make({ maxEntries: 1_000, maxBytes: 10_000 });
  const [load, fail] = [vi.fn(async () => 'x'.repeat(3_000)), () => Promise.reject(new AppError('service_unavailable'))];
  for (const key of ['a', 'b', 'c']) await cache.get(key, load);
  await cache.get('a', load);
  await cache.get('d', load);
  expect(load).toHaveBeenCalledTimes(4);
  vi.advanceTimersByTime(3_001);
  for (const key of ['a', 'c', 'd']) expect(text(await cache.get(key, fail))).toHaveLength(3_000);
  await expect(cache.get('b', fail), 'made room').rejects.toThrow();
  expect(text(await cache.get('large', async () => 'x'.repeat(20_000))), 'is given, and not kept').toHaveLength(20_000);
  await expect(cache.get('large', fail)).rejects.toThrow();
});

test('asks each time when nothing may be old', async () => {
  vi.useRealTimers();
  const cache = make({ freshMs: 0 });
  for (const n of [1, 2, 3]) expect(text(await cache.get('k', async () => n))).toBe(String(n));
});

test('gives the last answer while loading fails, without asking at each call', async () => {
  const cache = make();
  await cache.get('k', async () => ({ n: 1 }));
  vi.advanceTimersByTime(3_001);
  const failing = vi.fn(async () => {
    throw new Error('down');
  });
  expect(text(await cache.get('k', failing))).toBe('{"n":1}');
  expect(text(await cache.get('k', failing))).toBe('{"n":1}');
  expect(failing).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_001);
  expect(text(await cache.get('k', async () => ({ n: 2 })))).toBe('{"n":2}');
});

test('refuses what is not there any more, and finds it when it is back', async () => {
  const cache = make();
  await cache.get('k', async () => ({ n: 1 }));
  vi.advanceTimersByTime(3_001);
  const gone = async () => {
    throw new AppError('not_found');
  };
  await expect(cache.get('k', gone)).rejects.toMatchObject({ code: 'not_found' });
  await expect(cache.get('k', gone)).rejects.toMatchObject({ code: 'not_found' });
  expect(text(await cache.get('k', async () => ({ n: 2 })))).toBe('{"n":2}');
});

test('gives the last answer when loading is slow, and the new one when it came', async () => {
  const cache = make({ freshMs: 0 });
  await cache.get('k', async () => ({ n: 1 }));
  vi.advanceTimersByTime(1);
  const { promise, resolve } = Promise.withResolvers<{ n: number }>();
  const waiting = cache.get('k', () => promise);
  await vi.advanceTimersByTimeAsync(501);
  expect(text(await waiting)).toBe('{"n":1}');
  expect(text(await cache.get('k', () => promise))).toBe('{"n":1}');
  resolve({ n: 2 });
  await vi.advanceTimersByTimeAsync(0);
  expect(text(await cache.get('k', async () => ({ n: 2 })))).toBe('{"n":2}');
});

test('a first failure goes to the caller and is not kept', async () => {
  const cache = make();
  await expect(
    cache.get('k', async () => {
      throw new Error('down');
    }),
  ).rejects.toThrow('down');
  expect(text(await cache.get('k', async () => ({ n: 1 })))).toBe('{"n":1}');
});

test('forgets the oldest answers when there are too many', async () => {
  const cache = make({ maxEntries: 2 });
  for (const key of ['a', 'b', 'c']) await cache.get(key, async () => key);
  const load = vi.fn(async () => 'again');
  await cache.get('c', load);
  await cache.get('a', load);
  expect(load).toHaveBeenCalledTimes(1);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnswerCache } from './answer-cache.ts';

class Refusal extends Error {}

type Options = Partial<Parameters<typeof createAnswerCache<{ text: string }>>[0]>;

function make(change: Options = {}) {
  const cache = createAnswerCache<{ text: string }>({
    freshMs: 3_000,
    patienceMs: 500,
    cooldownMs: 2_000,
    maxEntries: 10,
    maxBytes: 1_000_000,
    sizeOf: ({ text }) => text.length,
    isRefusal: (error) => error instanceof Refusal,
    log: { warn: () => undefined },
    ...change,
  });
  return async (key: string, load: () => Promise<string>) => (await cache.get(key, async () => ({ text: await load() }))).text;
}
const fail = () => Promise.reject(new Error('down'));
const refuse = () => Promise.reject(new Refusal());

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the cache loads a value once for simultaneous callers, and once per period', async () => {
  const get = make();
  const load = vi.fn(async () => 'one');
  expect(await Promise.all([get('k', load), get('k', load)])).toEqual(['one', 'one']);
  await get('k', load);
  expect(load).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(3_001);
  expect(await get('k', async () => 'two')).toBe('two');
});

test('the cache returns a stale value while it loads the new one, unless the value is too old', async () => {
  const get = make({ staleMs: 10_000 });
  await get('k', async () => 'one');
  vi.advanceTimersByTime(3_001);
  const { promise, resolve } = Promise.withResolvers<string>();
  const load = vi.fn(() => promise);
  expect(await get('k', load)).toBe('one');
  expect(await get('k', load)).toBe('one');
  expect(load, 'and asks once').toHaveBeenCalledTimes(1);
  resolve('two');
  await vi.advanceTimersByTimeAsync(0);
  expect(await get('k', load)).toBe('two');

  vi.advanceTimersByTime(13_001);
  expect(await get('k', async () => 'three'), 'too old').toBe('three');
  vi.advanceTimersByTime(3_001);
  expect(await get('k', refuse)).toBe('three');
  await vi.advanceTimersByTimeAsync(0);
  await expect(get('k', refuse), 'gone').rejects.toThrow(Refusal);
});

test('the cache loads a value again after an invalidation, even if the value is still loading', async () => {
  let age = 0;
  const get = make({ staleMs: 10_000, age: () => age });
  await get('k', async () => 'one');
  age += 1;
  expect(await get('k', async () => 'two')).toBe('two');

  vi.advanceTimersByTime(3_001);
  const { promise, resolve } = Promise.withResolvers<string>();
  void get('k', () => promise);
  age += 1;
  expect(await get('k', async () => 'four')).toBe('four');
  resolve('three');
  await vi.advanceTimersByTimeAsync(0);
  expect(await get('k', async () => 'five'), 'not the answer from before').toBe('five');
});

test('the cache keeps the most recently used values up to a number of bytes', async () => {
  const get = make({ maxEntries: 1_000, maxBytes: 10_000 });
  const load = vi.fn(async () => 'x'.repeat(3_000));
  for (const key of ['a', 'b', 'c']) await get(key, load);
  await get('a', load);
  await get('d', load);
  expect(load).toHaveBeenCalledTimes(4);
  vi.advanceTimersByTime(3_001);
  for (const key of ['a', 'c', 'd']) expect(await get(key, fail)).toHaveLength(3_000);
  await expect(get('b', fail), 'made room').rejects.toThrow();
  expect(await get('large', async () => 'x'.repeat(20_000)), 'is given, and not kept').toHaveLength(20_000);
  await expect(get('large', fail)).rejects.toThrow();
});

test('the cache loads each time if nothing may be stale', async () => {
  vi.useRealTimers();
  const get = make({ freshMs: 0 });
  for (const text of ['one', 'two', 'three']) expect(await get('k', async () => text)).toBe(text);
});

test('the cache returns the last value while loading fails, and does not try again for each call', async () => {
  const get = make();
  await get('k', async () => 'one');
  vi.advanceTimersByTime(3_001);
  const failing = vi.fn(fail);
  expect(await get('k', failing)).toBe('one');
  expect(await get('k', failing)).toBe('one');
  expect(failing).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_001);
  expect(await get('k', async () => 'two')).toBe('two');
});

test('the cache rejects once the value has been removed, and returns it again when it exists again', async () => {
  const get = make();
  await get('k', async () => 'one');
  vi.advanceTimersByTime(3_001);
  for (const _again of [1, 2]) await expect(get('k', refuse)).rejects.toThrow(Refusal);
  expect(await get('k', async () => 'two')).toBe('two');
});

test('the cache returns the last value while loading is slow, and the new one once it is loaded', async () => {
  const get = make({ freshMs: 0 });
  await get('k', async () => 'one');
  vi.advanceTimersByTime(1);
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = get('k', () => promise);
  await vi.advanceTimersByTimeAsync(501);
  expect(await waiting).toBe('one');
  expect(await get('k', () => promise)).toBe('one');
  resolve('two');
  await vi.advanceTimersByTimeAsync(0);
  expect(await get('k', async () => 'two')).toBe('two');
});

test('the cache rejects with the error of the first load, and does not store it', async () => {
  const get = make();
  await expect(get('k', fail)).rejects.toThrow('down');
  expect(await get('k', async () => 'one')).toBe('one');
});

test('the cache drops the oldest values when there are too many', async () => {
  const get = make({ maxEntries: 2 });
  for (const key of ['a', 'b', 'c']) await get(key, async () => key);
  const load = vi.fn(async () => 'again');
  await get('c', load);
  await get('a', load);
  expect(load).toHaveBeenCalledTimes(1);
});

import { afterEach, expect, it, vi } from 'vitest';
import { reloadOnce } from './reload-once.ts';

afterEach(() => vi.unstubAllGlobals());

/** Returns how often a page of build `a` reloads itself. `type`: how the page was opened. `age`: how long ago, in milliseconds. */
async function reloads(type: string, age: number, answer: Response): Promise<number> {
  const reload = vi.fn();
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type }], now: () => age });
  vi.stubGlobal('fetch', async () => answer);
  await reloadOnce('a', reload);
  return reload.mock.calls.length;
}

it('a page whose releases were replaced is reloaded', async () => expect(await reloads('navigate', 5_000, new Response('b'))).toBe(1));
it('a page whose releases are still live is not reloaded', async () => expect(await reloads('navigate', 5_000, new Response('a'))).toBe(0));
it('a page is not reloaded while the server is unreachable', async () =>
  expect(await reloads('navigate', 5_000, new Response('b', { status: 503 }))).toBe(0));
it('a page that was just reloaded is never reloaded', async () => expect(await reloads('reload', 5_000, new Response('b'))).toBe(0));
it('a page that was reloaded long ago is reloaded', async () => expect(await reloads('reload', 3_600_000, new Response('b'))).toBe(1));

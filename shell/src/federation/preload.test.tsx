import { paths } from '@site/shared/paths/paths.ts';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { preloadOnIntent } from './preload.ts';
import type { RemoteLoader } from './remote-loader.ts';

const load = vi.fn(async () => ({ routes: [] }));
const pointAt = (id: string) => document.getElementById(id)?.dispatchEvent(new Event('pointerover', { bubbles: true }));

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'requestAnimationFrame'] });
  const link = (id: string, href: string) => `<a id="${id}" href="${href}">${id}</a>`;
  document.body.innerHTML = link('shop', paths.shop.href()) + link('cart', paths.cart.href()) + link('podcast', paths.podcast.href());
  preloadOnIntent({ remotes: { load } as unknown as RemoteLoader, slots: { load: vi.fn() } as never, contextAhead: vi.fn() });
});
afterAll(() => vi.useRealTimers());
afterEach(() => load.mockClear());

it('a link that the visitor points at is preloaded in the next frame, once', async () => {
  pointAt('shop');
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(50);
  pointAt('shop');
  await vi.advanceTimersByTimeAsync(50);
  expect(load.mock.calls).toEqual([['mfe-shop']]);
});

it('a link that the visitor taps or only passes over is not preloaded', async () => {
  pointAt('cart');
  document.body.click();
  await vi.advanceTimersByTimeAsync(50);
  expect(load).not.toHaveBeenCalled();
  pointAt('cart');
  pointAt('podcast');
  await vi.advanceTimersByTimeAsync(50);
  expect(load.mock.calls).toEqual([['mfe-podcast']]);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aBrand } from '@site/shared/testing/builders.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Preview } from '../src/head/preview.ts';
import { createPreviews, PreviewsBusy } from './previews.ts';

const brand = aBrand();
const preview = (title: string): Preview => ({ title, text: '', image: null, brand: brand.version, locale: 'pt-BR' });
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'previews-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

const open = (read: (path: string) => Promise<Uint8Array | null> = async () => null) =>
  createPreviews({
    read,
    folder,
    onError: (error) => {
      throw error;
    },
  });

it('every preview picture is drawn when many are requested at once', async () => {
  const previews = open();
  const drawn = await Promise.all(Array.from({ length: 15 }, (_, index) => previews.draw(preview(`Livro ${index}`), brand, `${index}`)));
  expect(drawn.every(({ bytes, isWhole }) => isWhole && bytes.length > 0)).toBe(true);
});

it('preview pictures are kept over a restart', async () => {
  const { bytes } = await open().draw(preview('Rute'), brand, 'rute');
  const restarted = open();
  expect(await restarted.known('rute')).toEqual(Buffer.from(bytes));
  expect(await restarted.known('tarde')).toBeNull();
});

it('a preview picture that waits over ten seconds is given up, and the next pictures are drawn one at a time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const reading: (() => void)[] = [];
  const previews = open(() => new Promise((resolve) => reading.push(() => resolve(null))));
  const slow = (title: string) => previews.draw({ ...preview(title), image: '/covers/a.webp' }, brand, title);
  const first = slow('Rute');
  const late = slow('Tarde').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await late).toBeInstanceOf(PreviewsBusy);
  const next = slow('Noite');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reading).toHaveLength(1);
  reading[0]?.();
  expect((await first).isWhole).toBe(false);
  await vi.waitFor(() => expect(reading).toHaveLength(2));
  reading[1]?.();
  expect((await next).bytes.length).toBeGreaterThan(0);
});

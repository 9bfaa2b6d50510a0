import { afterEach, expect, it, vi } from 'vitest';
import { createVideos } from './videos.ts';

const good = { id: 'good', snippet: { title: 'Ruth', publishedAt: '2026-03-01T12:00:00Z' }, contentDetails: { duration: 'PT40M' } };

const read = async (items: unknown[]) => {
  vi.stubGlobal('fetch', async () => Response.json({ items }));
  const { videos, missing } = await createVideos({ apiKey: 'key', channelId: 'channel' }).videos(['good', 'odd', 'none']);
  return { videos: videos.map(({ id }) => id), missing };
};

afterEach(() => vi.unstubAllGlobals());

it('tells videos that are not answered from those that cannot be read', async () => {
  expect(await read([good, { ...good, id: 'odd', snippet: null }])).toEqual({ videos: ['good'], missing: ['none'] });
});

it.each([[null], [{ snippet: {} }]])('calls none missing while %j could be any of them', async (odd) => {
  expect(await read([good, odd])).toEqual({ videos: ['good'], missing: [] });
});

it('calls all missing when the answer is empty', async () => {
  expect(await read([])).toEqual({ videos: [], missing: ['good', 'odd', 'none'] });
});

import { afterEach, expect, it, vi } from 'vitest';
import { createYouTube } from './youtube.ts';

const good = { id: 'rZp4Lq0TnWa', snippet: { title: 'Ruth', publishedAt: '2026-03-01T12:00:00Z' }, contentDetails: { duration: 'PT40M' } };

const read = async (items: unknown[]) => {
  vi.stubGlobal('fetch', async () => Response.json({ items }));
  const { episodes, missing } = await createYouTube({ apiKey: 'key' }).readUploads(['rZp4Lq0TnWa', 'odd', 'none']);
  return { episodes: episodes.map(({ id }) => id), missing };
};

afterEach(() => vi.unstubAllGlobals());

it('tells videos that are not answered from those that cannot be read', async () => {
  expect(await read([good, { ...good, id: 'odd', snippet: null }])).toEqual({ episodes: ['rZp4Lq0TnWa'], missing: ['none'] });
});

it('calls missing what is not public any more', async () => {
  const unlisted = { ...good, id: 'odd', status: { privacyStatus: 'unlisted' } };
  expect(await read([good, unlisted])).toEqual({ episodes: ['rZp4Lq0TnWa'], missing: ['odd', 'none'] });
});

it.each([[null], [{ snippet: {} }]])('calls none missing while %j could be any of them', async (odd) => {
  expect(await read([good, odd])).toEqual({ episodes: ['rZp4Lq0TnWa'], missing: [] });
});

it('calls all missing when the answer is empty', async () => {
  expect(await read([])).toEqual({ episodes: [], missing: ['rZp4Lq0TnWa', 'odd', 'none'] });
});

import { afterEach, expect, it, vi } from 'vitest';
import { createYouTube } from './youtube.ts';

const good = { id: 'rZp4Lq0TnWa', snippet: { title: 'Ruth', publishedAt: '2026-03-01T12:00:00Z' }, contentDetails: { duration: 'PT40M' } };

const read = async (items: unknown[]) => {
  vi.stubGlobal('fetch', async () => Response.json({ items }));
  const { episodes, missing } = await createYouTube({ apiKey: 'key' }).readUploads(['rZp4Lq0TnWa', 'odd', 'none']);
  return { episodes: episodes.map(({ id }) => id), missing };
};

afterEach(() => vi.unstubAllGlobals());

it('an unreadable video is not reported as missing', async () => {
  expect(await read([good, { ...good, id: 'odd', snippet: null }])).toEqual({ episodes: ['rZp4Lq0TnWa'], missing: ['none'] });
});

it('a video that is not public any more is reported as missing', async () => {
  const unlisted = { ...good, id: 'odd', status: { privacyStatus: 'unlisted' } };
  expect(await read([good, unlisted])).toEqual({ episodes: ['rZp4Lq0TnWa'], missing: ['odd', 'none'] });
});

it.each([[null], [{ snippet: {} }]])('no video is reported as missing while the unidentified %j could be one of them', async (odd) => {
  expect(await read([good, odd])).toEqual({ episodes: ['rZp4Lq0TnWa'], missing: [] });
});

it('all videos are reported as missing when the answer is empty', async () => {
  expect(await read([])).toEqual({ episodes: [], missing: ['rZp4Lq0TnWa', 'odd', 'none'] });
});

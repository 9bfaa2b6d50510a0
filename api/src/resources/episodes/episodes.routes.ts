import type { Hono } from 'hono';
import type { ApiEnv, Deps } from '../../platform/deps.ts';
import { answerFrom, newRouter, queryOf } from '../../platform/http.ts';
import { buildEpisodesFeed, getEpisode, getEpisodeChapters, getEpisodeDraft, listEpisodes } from './episodes.service.ts';

/** Episodes keep being answered from the last copy while the data service is away. */
export function episodesRoutes({ answers }: Pick<Deps, 'answers'>): Hono<ApiEnv> {
  const lists = answers.keep({ maxEntries: 300 });
  const pages = answers.keep({ maxEntries: 300 });
  const feed = answers.keep({ maxEntries: 1, freshMs: 60_000 });

  return newRouter()
    .get('/api/episodes', async (c) => {
      const query = queryOf(c, 'GET /api/episodes');
      // By what is asked: words that the contract does not know must not push out the copies for an outage.
      return answerFrom(c, await lists.get(JSON.stringify(query), () => listEpisodes(c.get('deps'), query)), ['episodes', 'texts']);
    })
    .get('/api/episodes/:slug', async (c) => {
      const slug = c.req.param('slug');
      const { locale, preview } = queryOf(c, 'GET /api/episodes/:slug');
      if (preview) return c.json(await getEpisodeDraft(c.get('deps'), preview, locale));
      const page = await pages.get(`${slug} ${locale}`, () => getEpisode(c.get('deps'), slug, locale));
      return answerFrom(c, page, ['episodes', 'ebooks', 'texts']);
    })
    .get('/api/episodes/:slug/chapters', async (c) => c.json(await getEpisodeChapters(c.get('deps'), c.req.param('slug'))))
    .get('/podcast.xml', async (c) =>
      answerFrom(
        c,
        await feed.get('', () => buildEpisodesFeed(c.get('deps'))),
        ['episodes', 'texts'],
        'application/rss+xml; charset=utf-8',
      ),
    );
}

import { episodeCalls } from '@site/shared/contracts/episodes.ts';
import type { Hono } from 'hono';
import type { ApiEnv, Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { answerFrom, shareWithAllSites } from '../../../platform/http.ts';
import { buildEpisodesFeed, getEpisode, getEpisodeChapters, getEpisodeDraft, listEpisodes } from './episodes.service.ts';

/**
 * Returns the routes of episodes. During an outage of the data service, these routes answer from their last copy. Drafts are never cached.
 */
export function episodeHandlers(deps: Deps): Hono<ApiEnv> {
  const pages = deps.answers.keep({ maxEntries: 300 });
  const feed = deps.answers.keep({ maxEntries: 60, freshMs: 60_000 });
  return handle(episodeCalls, {
    'GET /api/episodes': ({ query }) => listEpisodes(deps, query),
    'GET /api/episodes/:slug': async ({ c, params: { slug }, query: { locale, preview } }) => {
      if (preview) return await getEpisodeDraft(deps, preview, locale);
      const page = await pages.get(`${slug} ${locale}`, () => getEpisode(deps, slug, locale));
      return answerFrom(c, page, ['episodes', 'ebooks', 'texts']);
    },
    'GET /api/episodes/:slug/chapters': async ({ c, params }) => {
      shareWithAllSites(c);
      return await getEpisodeChapters(deps, params.slug);
    },
    'GET /podcast.xml': async ({ c, query: { page } }) => {
      const answer = await feed.get(page, () => buildEpisodesFeed(deps, Number(page)));
      shareWithAllSites(c);
      return answerFrom(c, answer, ['episodes', 'texts'], 'application/rss+xml; charset=utf-8');
    },
  })(deps);
}

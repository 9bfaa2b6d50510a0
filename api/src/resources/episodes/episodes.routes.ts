import type { Hono } from 'hono';
import { createAnswerCache } from '../../platform/answer-cache.ts';
import type { ApiEnv, Deps } from '../../platform/deps.ts';
import { answerFrom, newRouter, queryOf } from '../../platform/http.ts';
import { publicEpisode, publicEpisodes } from './episodes.service.ts';

const COOLDOWN_MS = 3_000;
const PATIENCE_MS = 1_000;

/** Episodes keep being answered from the last copy while the data service is away. */
export function episodesRoutes({ log }: Pick<Deps, 'log'>): Hono<ApiEnv> {
  const common = { freshMs: 3_000, patienceMs: PATIENCE_MS, cooldownMs: COOLDOWN_MS, log };
  const lists = createAnswerCache({ ...common, maxEntries: 300 });
  const pages = createAnswerCache({ ...common, maxEntries: 300 });

  return newRouter()
    .get('/api/episodes', async (c) => {
      const { url } = c.req;
      const mark = url.indexOf('?');
      const load = () => publicEpisodes(c.get('deps'), queryOf(c, 'GET /api/episodes'));
      return answerFrom(c, await lists.get(mark < 0 ? '' : url.slice(mark), load));
    })
    .get('/api/episodes/:slug', async (c) => {
      const slug = c.req.param('slug');
      return answerFrom(c, await pages.get(slug, () => publicEpisode(c.get('deps'), slug)));
    });
}

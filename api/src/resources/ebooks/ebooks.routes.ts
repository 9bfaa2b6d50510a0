import type { Context, Hono } from 'hono';
import { type CachedAnswer, createAnswerCache } from '../../platform/answer-cache.ts';
import type { ApiEnv, Deps } from '../../platform/deps.ts';
import { newRouter, prepared, queryOf } from '../../platform/http.ts';
import { featuredEbook, publicEbook, publicEbooks } from './ebooks.service.ts';

const COOLDOWN_MS = 3_000;
const PATIENCE_MS = 1_000;

/** Browsers ask each time whether their copy is still right; a shared cache may answer for a moment, and longer in need. */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=3, stale-if-error=86400';

function answer(c: Context<ApiEnv>, { body, etag }: CachedAnswer): Response {
  const known = c.req.header('if-none-match');
  const isKnown = known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  if (isKnown) return prepared(c, null, 304, { etag, 'cache-control': CACHE_CONTROL });
  return prepared(c, body, 200, { 'content-type': 'application/json', etag, 'cache-control': CACHE_CONTROL });
}

/** The catalogue keeps answering from its last copy while the data service is away. */
export function ebooksRoutes({ log }: Pick<Deps, 'log'>): Hono<ApiEnv> {
  const common = { patienceMs: PATIENCE_MS, cooldownMs: COOLDOWN_MS, log };
  const shelf = createAnswerCache({ ...common, freshMs: 3_000, maxEntries: 300 });
  const featured = createAnswerCache({ ...common, freshMs: 30_000, maxEntries: 1 });
  // Prices that somebody is about to pay: always asked for, the copy is only for need.
  const exact = createAnswerCache({ ...common, freshMs: 0, maxEntries: 1_000 });

  return newRouter()
    .get('/api/ebooks', async (c) => {
      const { url } = c.req;
      const mark = url.indexOf('?');
      const search = mark < 0 ? '' : url.slice(mark);
      const load = () => publicEbooks(c.get('deps'), queryOf(c, 'GET /api/ebooks'));
      return answer(c, await (search.includes('ids=') ? exact : shelf).get(search, load));
    })
    .get('/api/ebooks/featured', async (c) => answer(c, await featured.get('', () => featuredEbook(c.get('deps')))))
    .get('/api/ebooks/:id', async (c) => {
      const id = c.req.param('id');
      return answer(c, await exact.get(id, () => publicEbook(c.get('deps'), id)));
    });
}

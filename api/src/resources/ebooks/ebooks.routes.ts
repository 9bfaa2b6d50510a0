import type { Hono } from 'hono';
import type { ApiEnv, Deps } from '../../platform/deps.ts';
import { answerFrom, newRouter, queryOf } from '../../platform/http.ts';
import { getEbook, getFeaturedEbook, listEbooks } from './ebooks.service.ts';

/** The catalogue keeps answering from its last copy while the data service is away. */
export function ebooksRoutes({ answers }: Pick<Deps, 'answers'>): Hono<ApiEnv> {
  const shelf = answers.keep({ maxEntries: 300 });
  const featured = answers.keep({ freshMs: 30_000, maxEntries: 1 });
  // Prices that are about to be paid: always read anew; the copy is for when that fails.
  const exact = answers.keep({ freshMs: 0, maxEntries: 1_000 });

  return newRouter()
    .get('/api/ebooks', async (c) => {
      const query = queryOf(c, 'GET /api/ebooks');
      // By what is asked: words that the contract does not know must not push out the copies for an outage.
      return answerFrom(c, await (query.ids ? exact : shelf).get(JSON.stringify(query), () => listEbooks(c.get('deps'), query)), [
        'ebooks',
      ]);
    })
    .get('/api/ebooks/featured', async (c) => answerFrom(c, await featured.get('', () => getFeaturedEbook(c.get('deps'))), ['ebooks']))
    .get('/api/ebooks/:id', async (c) => {
      const id = c.req.param('id');
      return answerFrom(c, await exact.get(id, () => getEbook(c.get('deps'), id)), ['ebooks']);
    });
}

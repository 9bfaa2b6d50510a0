import { ebookCalls } from '@site/shared/contracts/ebooks.ts';
import type { Hono } from 'hono';
import type { ApiEnv, Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { answerFrom } from '../../../platform/http.ts';
import { getEbook, getFeaturedEbook, listEbooks } from './ebooks.service.ts';

/** Returns the routes of the catalogue. During an outage of the data service, these routes answer from their last copy. */
export function ebookHandlers(deps: Deps): Hono<ApiEnv> {
  const shelf = deps.answers.keep({ maxEntries: 300 });
  // Prices that are about to be paid are always read fresh. The copy is used only during an outage.
  const exact = deps.answers.keep({ freshMs: 0, maxEntries: 1_000 });
  return handle(ebookCalls, {
    'GET /api/ebooks': async ({ c, query }) => {
      // The key contains only known query parameters, so that unknown ones cannot push out the copies for an outage.
      const page = await (query.ids ? exact : shelf).get(JSON.stringify(query), () => listEbooks(deps, query));
      return answerFrom(c, page, ['ebooks']);
    },
    'GET /api/ebooks/featured': () => getFeaturedEbook(deps),
    'GET /api/ebooks/:id': ({ params }) => getEbook(deps, params.id),
  })(deps);
}

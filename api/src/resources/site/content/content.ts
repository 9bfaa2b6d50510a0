import { contentCalls } from '@site/shared/contracts/content.ts';
import type { Hono } from 'hono';
import type { ApiEnv, Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { answerFrom } from '../../../platform/http.ts';
import { getNextPriceChange } from '../../shop/ebooks/ebooks.service.ts';
import { hasPosts } from '../../writing/posts/posts.service.ts';
import { getBrand, getSiteInfo, listTestimonials, withDraft } from './content.service.ts';
import { getLegalDocument } from './legal.service.ts';

/** Returns the public routes of the owner's content. */
export function contentHandlers(allDeps: Deps): Hono<ApiEnv> {
  const brand = allDeps.answers.keep({ maxEntries: 1 });
  const legal = allDeps.answers.keep({ maxEntries: 100 });
  return handle(contentCalls, {
    'GET /api/brand': async ({ deps, c, query: { preview } }) => {
      if (preview) return await getBrand(await withDraft(deps, preview));
      return answerFrom(c, await brand.get('', () => getBrand(deps)), ['texts']);
    },
    'GET /api/site': async ({ deps }) => {
      const [site, isWritten, pricesUntil] = await Promise.all([getSiteInfo(deps), hasPosts(deps), getNextPriceChange(deps)]);
      return { ...site, hasPosts: isWritten, pricesUntil };
    },
    'GET /api/testimonials': async ({ deps, query }) => ({ testimonials: await listTestimonials(deps, query.locale) }),
    'GET /api/legal/:document': async ({ deps, c, params: { document }, query }) => {
      if (query.preview) return await getLegalDocument(await withDraft(deps, query.preview), document, query);
      const key = `${document} ${query.locale} ${query.version ?? ''}`;
      return answerFrom(c, await legal.get(key, () => getLegalDocument(deps, document, query)), ['texts']);
    },
  })(allDeps);
}

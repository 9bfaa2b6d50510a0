import { LEGAL_DOCUMENTS } from '@site/shared/contracts/content.ts';
import type { Hono } from 'hono';
import { AppError } from '../../base/app-error.ts';
import type { ApiEnv, Deps } from '../../platform/deps.ts';
import { answerFrom, newRouter, queryOf } from '../../platform/http.ts';
import { getNextPriceChange } from '../ebooks/ebooks.service.ts';
import { hasPosts } from '../posts/posts.service.ts';
import { getBrand, getSiteInfo, listTestimonials, withDraft } from './content.service.ts';
import { getLegalDocument } from './legal.service.ts';

/** What the owner wrote, as visitors read it. */
export function contentRoutes({ answers }: Pick<Deps, 'answers'>): Hono<ApiEnv> {
  const brand = answers.keep({ maxEntries: 1 });
  const info = answers.keep({ maxEntries: 1 });
  const testimonials = answers.keep({ maxEntries: 2 });
  const legal = answers.keep({ maxEntries: 100 });
  return newRouter()
    .get('/api/brand', async (c) => {
      const { preview } = queryOf(c, 'GET /api/brand');
      if (preview) return c.json(await getBrand(await withDraft(c.get('deps'), preview)));
      return answerFrom(c, await brand.get('', () => getBrand(c.get('deps'))), ['texts']);
    })
    .get('/api/site', async (c) => {
      const deps = c.get('deps');
      const load = async () => {
        const [site, isWritten, pricesUntil] = await Promise.all([getSiteInfo(deps), hasPosts(deps), getNextPriceChange(deps)]);
        return { ...site, hasPosts: isWritten, pricesUntil };
      };
      return answerFrom(c, await info.get('', load), ['texts']);
    })
    .get('/api/testimonials', async (c) => {
      const { locale } = queryOf(c, 'GET /api/testimonials');
      const list = async () => ({ testimonials: await listTestimonials(c.get('deps'), locale) });
      return answerFrom(c, await testimonials.get(locale, list), ['texts']);
    })
    .get('/api/legal/:document', async (c) => {
      const document = LEGAL_DOCUMENTS.find((known) => known === c.req.param('document'));
      if (!document) throw new AppError('not_found');
      const query = queryOf(c, 'GET /api/legal/:document');
      if (query.preview) return c.json(await getLegalDocument(await withDraft(c.get('deps'), query.preview), document, query));
      const key = `${document} ${query.locale} ${query.version ?? ''}`;
      return answerFrom(c, await legal.get(key, () => getLegalDocument(c.get('deps'), document, query)), ['texts']);
    });
}

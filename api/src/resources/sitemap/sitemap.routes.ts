import type { Hono } from 'hono';
import { AppError } from '../../base/app-error.ts';
import type { ApiEnv, Deps } from '../../platform/deps.ts';
import { answerFrom, newRouter } from '../../platform/http.ts';
import { getSitemap, getSitemapPart } from './sitemap.service.ts';

const PART = /^[1-9]\d{0,3}$/;

/** All public addresses, for search engines. */
export function sitemapRoutes({ answers }: Pick<Deps, 'answers'>): Hono<ApiEnv> {
  const maps = answers.keep({ maxEntries: 12 });
  return newRouter().get('/sitemap.xml', async (c) => {
    const part = c.req.query('part');
    if (part !== undefined && !PART.test(part)) throw new AppError('not_found');
    const load = () => (part === undefined ? getSitemap(c.get('deps')) : getSitemapPart(c.get('deps'), Number(part)));
    return answerFrom(c, await maps.get(part ?? '', load), ['ebooks', 'episodes', 'texts'], 'application/xml; charset=utf-8');
  });
}

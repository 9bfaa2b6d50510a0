import { sitemapCalls } from '@site/shared/contracts/sitemap.ts';
import type { Hono } from 'hono';
import { AppError } from '../../../base/app-error.ts';
import type { ApiEnv, Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { answerFrom } from '../../../platform/http.ts';
import { getSitemap, getSitemapPart } from './sitemap.service.ts';

const PART = /^[1-9]\d{0,3}$/;

/** Returns the routes of the sitemap for search engines. */
export function sitemapHandlers(allDeps: Deps): Hono<ApiEnv> {
  const maps = allDeps.answers.keep({ maxEntries: 12 });
  return handle(sitemapCalls, {
    'GET /sitemap.xml': async ({ deps, c }) => {
      const part = c.req.query('part');
      if (part !== undefined && !PART.test(part)) throw new AppError('not_found');
      const load = () => (part === undefined ? getSitemap(deps) : getSitemapPart(deps, Number(part)));
      return answerFrom(c, await maps.get(part ?? '', load), ['ebooks', 'episodes', 'texts'], 'application/xml; charset=utf-8');
    },
  })(allDeps);
}

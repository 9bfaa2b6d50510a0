import { postCalls } from '@site/shared/contracts/posts.ts';
import { LANGUAGE_PARAM } from '@site/shared/texts/language-address.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import type { Hono } from 'hono';
import type { ApiEnv, Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { answerFrom } from '../../../platform/http.ts';
import { buildPostsFeed, getPost, getPostPreview, listPosts } from './posts.service.ts';

/** Returns the routes of posts for visitors and feed readers. */
export function postHandlers(allDeps: Deps): Hono<ApiEnv> {
  const pages = allDeps.answers.keep({ maxEntries: 300 });
  const feeds = allDeps.answers.keep({ maxEntries: LOCALES.length, freshMs: 60_000 });
  return handle(postCalls, {
    'GET /api/posts': ({ deps, query }) => listPosts(deps, query),
    'GET /api/posts/:slug': async ({ deps, c, params: { slug }, query: { locale, preview } }) => {
      if (preview) return await getPostPreview(deps, preview, locale);
      const page = await pages.get(`${slug} ${locale}`, () => getPost(deps, slug, locale));
      return answerFrom(c, page, ['texts', 'episodes', 'ebooks']);
    },
    'GET /textos.xml': async ({ deps, c }) => {
      const locale = LOCALES.find((known) => known === c.req.query(LANGUAGE_PARAM)) ?? LOCALES[0];
      const feed = await feeds.get(locale, () => buildPostsFeed(deps, locale));
      return answerFrom(c, feed, ['texts', 'episodes', 'ebooks'], 'application/rss+xml; charset=utf-8');
    },
  })(allDeps);
}

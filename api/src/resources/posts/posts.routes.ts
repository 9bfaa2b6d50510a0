import { LANGUAGE_PARAM } from '@site/shared/texts/language-address.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import type { Hono } from 'hono';
import type { ApiEnv, Deps } from '../../platform/deps.ts';
import { answerFrom, newRouter, queryOf } from '../../platform/http.ts';
import { buildPostsFeed, getPost, getPostPreview, listPosts } from './posts.service.ts';

/** The author's texts, as visitors and feed readers read them. */
export function postsRoutes({ answers }: Pick<Deps, 'answers'>): Hono<ApiEnv> {
  const lists = answers.keep({ maxEntries: 100 });
  const pages = answers.keep({ maxEntries: 300 });
  const feeds = answers.keep({ maxEntries: LOCALES.length, freshMs: 60_000 });
  return newRouter()
    .get('/api/posts', async (c) => {
      const query = queryOf(c, 'GET /api/posts');
      return answerFrom(c, await lists.get(JSON.stringify(query), () => listPosts(c.get('deps'), query)), ['texts']);
    })
    .get('/api/posts/:slug', async (c) => {
      const slug = c.req.param('slug');
      const { locale, preview } = queryOf(c, 'GET /api/posts/:slug');
      if (preview) return c.json(await getPostPreview(c.get('deps'), preview, locale));
      const page = await pages.get(`${slug} ${locale}`, () => getPost(c.get('deps'), slug, locale));
      return answerFrom(c, page, ['texts', 'episodes', 'ebooks']);
    })
    .get('/textos.xml', async (c) => {
      const locale = LOCALES.find((known) => known === c.req.query(LANGUAGE_PARAM)) ?? LOCALES[0];
      const feed = await feeds.get(locale, () => buildPostsFeed(c.get('deps'), locale));
      return answerFrom(c, feed, ['texts', 'episodes', 'ebooks'], 'application/rss+xml; charset=utf-8');
    });
}

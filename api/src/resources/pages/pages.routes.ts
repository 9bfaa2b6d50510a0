import type { Hono } from 'hono';
import type { ApiEnv, Deps } from '../../platform/deps.ts';
import { answerFrom, newRouter, queryOf } from '../../platform/http.ts';
import { withDraft } from '../content/content.service.ts';
import { aboutPage, contactPage, homePage } from './pages.service.ts';

/** A page's whole content in one answer. */
export function pagesRoutes({ answers }: Pick<Deps, 'answers'>): Hono<ApiEnv> {
  const pages = answers.keep({ maxEntries: 10 });
  return newRouter()
    .get('/api/pages/home', async (c) => {
      const { locale, preview } = queryOf(c, 'GET /api/pages/home');
      if (preview) return c.json(await homePage(await withDraft(c.get('deps'), preview), locale));
      return answerFrom(c, await pages.get(`home ${locale}`, () => homePage(c.get('deps'), locale)), ['texts', 'ebooks', 'episodes']);
    })
    .get('/api/pages/about', async (c) => {
      const { locale, preview } = queryOf(c, 'GET /api/pages/about');
      if (preview) return c.json(await aboutPage(await withDraft(c.get('deps'), preview), locale));
      return answerFrom(c, await pages.get(`about ${locale}`, () => aboutPage(c.get('deps'), locale)), ['texts', 'ebooks', 'episodes']);
    })
    .get('/api/pages/contact', async (c) => {
      const { locale, preview } = queryOf(c, 'GET /api/pages/contact');
      if (preview) return c.json(await contactPage(await withDraft(c.get('deps'), preview), locale));
      return answerFrom(c, await pages.get(`contact ${locale}`, () => contactPage(c.get('deps'), locale)), ['texts']);
    });
}

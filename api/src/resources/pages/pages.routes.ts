import type { Hono } from 'hono';
import type { ApiEnv, Deps } from '../../platform/deps.ts';
import { answerFrom, newRouter, queryOf } from '../../platform/http.ts';
import { withDraft } from '../content/content.service.ts';
import { getAboutPage, getContactPage, getHomePage } from './pages.service.ts';

/** A page's whole content in one answer. */
export function pagesRoutes({ answers }: Pick<Deps, 'answers'>): Hono<ApiEnv> {
  const pages = answers.keep({ maxEntries: 10 });
  return newRouter()
    .get('/api/pages/home', async (c) => {
      const { locale, preview } = queryOf(c, 'GET /api/pages/home');
      if (preview) return c.json(await getHomePage(await withDraft(c.get('deps'), preview), locale));
      return answerFrom(c, await pages.get(`home ${locale}`, () => getHomePage(c.get('deps'), locale)), ['texts', 'ebooks', 'episodes']);
    })
    .get('/api/pages/about', async (c) => {
      const { locale, preview } = queryOf(c, 'GET /api/pages/about');
      if (preview) return c.json(await getAboutPage(await withDraft(c.get('deps'), preview), locale));
      return answerFrom(c, await pages.get(`about ${locale}`, () => getAboutPage(c.get('deps'), locale)), ['texts', 'ebooks', 'episodes']);
    })
    .get('/api/pages/contact', async (c) => {
      const { locale, preview } = queryOf(c, 'GET /api/pages/contact');
      if (preview) return c.json(await getContactPage(await withDraft(c.get('deps'), preview), locale));
      return answerFrom(c, await pages.get(`contact ${locale}`, () => getContactPage(c.get('deps'), locale)), ['texts']);
    });
}

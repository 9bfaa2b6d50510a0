import { pageCalls } from '@site/shared/contracts/content.ts';
import type { Hono } from 'hono';
import type { ApiEnv, Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { answerFrom } from '../../../platform/http.ts';
import { withDraft } from '../content/content.service.ts';
import { getAboutPage, getContactPage, getHomePage } from './pages.service.ts';

export function pageHandlers(allDeps: Deps): Hono<ApiEnv> {
  const pages = allDeps.answers.keep({ maxEntries: 10 });
  return handle(pageCalls, {
    'GET /api/pages/home': async ({ deps, c, query: { locale, preview } }) => {
      if (preview) return await getHomePage(await withDraft(deps, preview), locale);
      return answerFrom(c, await pages.get(`home ${locale}`, () => getHomePage(deps, locale)), ['texts', 'ebooks', 'episodes']);
    },
    'GET /api/pages/about': async ({ deps, c, query: { locale, preview } }) => {
      if (preview) return await getAboutPage(await withDraft(deps, preview), locale);
      return answerFrom(c, await pages.get(`about ${locale}`, () => getAboutPage(deps, locale)), ['texts', 'ebooks', 'episodes']);
    },
    'GET /api/pages/contact': async ({ deps, c, query: { locale, preview } }) => {
      if (preview) return await getContactPage(await withDraft(deps, preview), locale);
      return answerFrom(c, await pages.get(`contact ${locale}`, () => getContactPage(deps, locale)), ['texts', 'ebooks']);
    },
  })(allDeps);
}

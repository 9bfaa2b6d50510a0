import type { Page } from '@playwright/test';
import { paths } from '@site/shared/paths/paths.ts';
import { FrameScreen } from '../screens/frame-screen.ts';
import { indexedPages } from '../screens/public-pages.ts';
import { expect, test } from '../site-test.ts';

const headOf = (page: Page) =>
  page.evaluate(() => {
    const hrefs = (selector: string) => [...document.head.querySelectorAll<HTMLLinkElement>(selector)].map(({ href }) => href);
    const meta = (key: string) => document.head.querySelector<HTMLMetaElement>(`meta[name="${key}"], meta[property="${key}"]`)?.content;
    return {
      title: document.title,
      lang: document.documentElement.lang,
      canonical: hrefs('link[rel=canonical]'),
      alternates: [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=alternate][hreflang]')].map(({ hreflang, href }) => [
        hreflang,
        href,
      ]),
      description: meta('description'),
      card: meta('twitter:card'),
      size: [meta('og:image:width'), meta('og:image:height')],
      picture: meta('og:image'),
      pictureText: meta('og:image:alt'),
      things: [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap(
        (script) => JSON.parse(script.textContent)['@type'],
      ),
    };
  });

test('every public page describes itself in each language and has a picture for sharing', async ({ browser, request, site }) => {
  const pages = await indexedPages(request);
  test.setTimeout(40_000 * pages.length);
  // Loads the pages like a crawler, without scripts.
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'fr-FR' });
  const page = await context.newPage();
  const titles = new Set<string>();
  for (const path of pages) {
    for (const locale of ['pt-BR', 'en'] as const) {
      const addressIn = (language: string) => `${site.site}${path}${language === 'en' ? '?lang=en' : ''}`;
      await page.goto(addressIn(locale));
      const head = await headOf(page);
      const where = addressIn(locale);
      expect(head, where).toMatchObject({
        lang: locale,
        canonical: [addressIn(locale)],
        alternates: [
          ['pt-BR', addressIn('pt-BR')],
          ['en', addressIn('en')],
          ['x-default', addressIn('pt-BR')],
        ],
        description: expect.stringMatching(/.{20,}/),
        card: 'summary_large_image',
        size: ['1200', '630'],
        pictureText: expect.stringMatching(/./),
      });
      expect(titles, where).not.toContain(`${locale} ${head.title}`);
      titles.add(`${locale} ${head.title}`);
      expect(head.things, where).toContain(path === '/' ? 'WebSite' : 'BreadcrumbList');
      const picture = await request.get(head.picture ?? '');
      expect([picture.status(), picture.headers()['content-type']], where).toEqual([200, 'image/png']);
    }
  }
  expect(await context.cookies()).toEqual([]);
  await context.close();
});

test('the language in a URL applies until the visitor chooses one', async ({ page, context }) => {
  const frame = new FrameScreen(page);
  await frame.open(`${paths.shop.href()}?lang=en`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  // Pages within the site keep the language, and the device stores nothing.
  await page.getByRole('banner').getByRole('link', { name: 'Podcast' }).click();
  await expect(page).toHaveURL(paths.podcast.href());
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(await context.cookies()).toEqual([]);
  await expect.poll(async () => (await headOf(page)).canonical).toEqual([expect.stringMatching(/\/podcast\?lang=en$/)]);

  await frame.open(`${paths.shop.href()}?lang=en#all`);
  const chosen = page.waitForResponse((answer) => answer.url().endsWith('/preferences'));
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Português' });
  await expect(page).toHaveURL(`${paths.shop.href()}#all`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await chosen;
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
});

test('a book is shared by WhatsApp or by its copied address', async ({ page, context, site }) => {
  const book = (await indexedPages(page.request)).find((path) => path.startsWith('/shop/ebook/')) ?? '';
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.site });
  await page.goto(book);
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  const link = new URL((await page.getByRole('link', { name: 'WhatsApp: compartilhar' }).getAttribute('href')) ?? '');
  expect([link.origin, link.searchParams.get('text')]).toEqual(['https://wa.me', `${title} ${site.site}${book}`]);
  await page.getByRole('button', { name: 'Copiar link' }).click();
  await expect(page.getByText('Link copiado!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.site}${book}`);
});

/** The number of draws after which each of the twelve episodes was drawn, except once in ten thousand runs. */
const MOST_DRAWS = 120;

test('a cached page equals a freshly rendered one, in each language and currency', async ({ request, site }) => {
  const choices = ['pt-BR', 'en-NZ', 'en-US'].flatMap((languages) => [
    { 'accept-language': languages },
    { 'accept-language': languages, cookie: 'currency=USD' },
  ]);
  const pages = await indexedPages(request);
  expect(pages.length).toBeGreaterThan(4);
  for (const path of pages)
    for (const [choice, headers] of choices.entries()) {
      const get = async (query: string) => {
        const answer = await request.get(`${site.site}${path}${query}`, { headers });
        // The language form of the page contains the requested address.
        return { body: (await answer.text()).replace(query, ''), policy: answer.headers()['content-security-policy'] };
      };
      // No page reads this query parameter, so the page for it is not in the cache.
      const pair = async (word: string) => ({ kept: [await get(''), await get('')], uncached: await get(`?uncached=${word}`) });
      let { kept, uncached } = await pair(`${choice}`);
      // The home page shows one of twelve episodes at random.
      for (let draw = 1; path === paths.home.href() && draw < MOST_DRAWS && kept.some(({ body }) => body !== uncached.body); draw += 1)
        ({ kept, uncached } = await pair(`${choice}-${draw}`));
      expect(kept, `${path} ${JSON.stringify(headers)}`).toEqual([uncached, uncached]);
    }
});

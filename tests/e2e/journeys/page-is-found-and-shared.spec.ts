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

test('every public page says in each language what it is, and has a picture to be shared with', async ({ browser, request, site }) => {
  const pages = await indexedPages(request);
  test.setTimeout(40_000 * pages.length);
  // As crawlers read: without scripts.
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

test('an address says its language, until the visitor chooses one', async ({ page, context }) => {
  const frame = new FrameScreen(page);
  await frame.open(`${paths.shop.href()}?lang=en`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  // Inside of the site the language stays, and nothing was kept.
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

test('a book is passed on by WhatsApp or by its copied address', async ({ page, context, site }) => {
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

/** After so many an episode among twelve was drawn, but for once in ten thousand times. */
const MOST_DRAWS = 120;

test('a page that was made for others is the page that would be made anew, in each language and currency', async ({ request, site }) => {
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
        // The page leads back to the address that was asked for.
        return { body: (await answer.text()).replace(query, ''), policy: answer.headers()['content-security-policy'] };
      };
      // No page reads this word of the address, so that none was made for it before.
      const pair = async (word: string) => ({ kept: [await get(''), await get('')], anew: await get(`?anew=${word}`) });
      let { kept, anew } = await pair(`${choice}`);
      // Which episode opens the home page is drawn by lot, among twelve.
      for (let draw = 1; path === paths.home.href() && draw < MOST_DRAWS && kept.some(({ body }) => body !== anew.body); draw += 1)
        ({ kept, anew } = await pair(`${choice}-${draw}`));
      expect(kept, `${path} ${JSON.stringify(headers)}`).toEqual([anew, anew]);
    }
});

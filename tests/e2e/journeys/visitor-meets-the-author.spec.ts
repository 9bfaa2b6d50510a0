import type { AboutContent, HomeContent } from '@site/shared/contracts/content.ts';
import { isAccessible } from '../is-accessible.ts';
import { FrameScreen } from '../screens/frame-screen.ts';
import { type APIRequestContext, expect, test } from '../site-test.ts';

const LOCALES = ['pt-BR', 'en'] as const;

/** Returns the owner's texts as the public pages read them. */
async function contentOf(request: APIRequestContext, locale: (typeof LOCALES)[number]) {
  const home: HomeContent = await (await request.get(`/api/pages/home?locale=${locale}`)).json();
  const about: AboutContent = await (await request.get(`/api/pages/about?locale=${locale}`)).json();
  return { home, about };
}

test('a visitor finds the author on the home page, reads about them and opens the contact page', async ({ page, request }) => {
  const { home, about } = await contentOf(request, 'pt-BR');
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: home.title })).toBeVisible();
  await expect(
    main.getByRole('region', { name: 'Episódios Recentes' }).getByRole('link', { name: 'Ver todos os episódios' }),
  ).toBeVisible();
  for (const { title } of home.recentEpisodes) await expect(main.getByText(title).first()).toBeVisible();
  await expect(main.getByRole('region', { name: 'eBooks em destaque' }).getByRole('listitem')).toHaveCount(3);
  for (const { quote } of home.testimonials) await expect(main.getByText(quote)).toBeVisible();

  await main.getByRole('link', { name: /^Conhecer Marina Alvorada/ }).click();
  await expect(page).toHaveURL('/about');
  await expect(page).toHaveTitle(/^Sobre /);
  for (const phrase of about.phrases) await expect(main.getByRole('heading', { level: 1 })).toContainText(phrase);
  for (const { title } of about.timeline) await expect(main.getByRole('heading', { name: title })).toBeVisible();

  await main.getByRole('link', { name: 'Entrar em contato' }).click();
  await expect(page).toHaveURL('/contact');
});

for (const locale of LOCALES) {
  test.describe(`the pages about the author in ${locale}`, () => {
    test.use({ locale });

    for (const path of ['/', '/about']) {
      test(`the page ${path} is accessible once it is hydrated`, async ({ page }) => {
        await new FrameScreen(page).open(path);
        await expect(page.locator('html')).toHaveAttribute('data-fonts', /./, { timeout: 30_000 });
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await isAccessible(page);
      });
    }

    test.describe('the pages about the author without scripts', () => {
      test.use({ javaScriptEnabled: false });

      test('without scripts the home and about pages show all of their content', async ({ page, request }) => {
        const { home, about } = await contentOf(request, locale);
        await page.goto('/');
        const words = [home.title, home.lead, ...home.recentEpisodes, ...home.author.paragraphs, ...home.featuredEbooks, home.closing.text];
        for (const word of words) await expect(page.getByText(typeof word === 'string' ? word : word.title).first()).toBeVisible();
        for (const { quote } of home.testimonials) await expect(page.getByText(quote)).toBeVisible();

        await page.goto('/about');
        for (const phrase of about.phrases) await expect(page.getByRole('heading', { level: 1 }).getByText(phrase).first()).toBeVisible();
        for (const paragraph of about.paragraphs) await expect(page.getByText(paragraph)).toBeVisible();
        for (const { value, label } of about.counters) {
          await expect(page.getByRole('term').filter({ hasText: label })).toBeVisible();
          await expect(page.getByRole('definition').filter({ hasText: value }).first()).toBeVisible();
        }
        for (const { title, text } of [...about.offerings, ...about.timeline]) {
          await expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeVisible();
          await expect(page.getByText(text)).toBeVisible();
        }
      });
    });
  });
}

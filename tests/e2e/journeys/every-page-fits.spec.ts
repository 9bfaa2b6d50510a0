import type { EbookList } from '@site/shared/contracts/ebooks.ts';
import type { EpisodeList } from '@site/shared/contracts/episodes.ts';
import { paths } from '@site/shared/paths.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { fitsEveryWidth } from '../fits-every-width.ts';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { FrameScreen } from '../screens/frame-screen.ts';
import { expect, type Page, test } from '../site-test.ts';

type Role = 'visitor' | 'customer' | 'admin';
type Examples = { ebook: string; episode: string; order: string };

/** Each route of the site with the role that sees its page. A route that is missing here does not compile. */
const pages: Record<keyof typeof paths, { role: Role; at: (example: Examples) => string[] }> = {
  home: { role: 'visitor', at: () => [paths.home.href()] },
  about: { role: 'visitor', at: () => [paths.about.href()] },
  podcast: { role: 'visitor', at: () => [paths.podcast.href(), paths.podcast.href({ q: 'nada assim' })] },
  episode: { role: 'visitor', at: ({ episode }) => [paths.episode.href(episode)] },
  shop: { role: 'visitor', at: () => [paths.shop.href(), paths.shop.href({ q: 'nada assim' })] },
  ebook: { role: 'visitor', at: ({ ebook }) => [paths.ebook.href(ebook)] },
  contact: { role: 'visitor', at: () => [paths.contact.href()] },
  cart: { role: 'visitor', at: () => [paths.cart.href()] },
  success: { role: 'visitor', at: () => [paths.success.href()] },
  cancel: { role: 'visitor', at: () => [paths.cancel.href()] },
  signIn: { role: 'visitor', at: () => [paths.signIn.href()] },
  signUp: { role: 'visitor', at: () => [paths.signUp.href()] },
  forgotPassword: { role: 'visitor', at: () => [paths.forgotPassword.href()] },
  checkEmail: { role: 'visitor', at: () => [paths.checkEmail.href()] },
  confirmEmail: { role: 'visitor', at: () => [paths.confirmEmail.href(), `${paths.confirmEmail.href()}?mode=verifyEmail&oobCode=x`] },
  // Only a candidate sees it: `admin-proves-who-they-are`. Everybody else is sent on.
  claimAdmin: { role: 'visitor', at: () => [paths.claimAdmin.href()] },
  terms: { role: 'visitor', at: () => [paths.terms.href()] },
  privacy: { role: 'visitor', at: () => [paths.privacy.href()] },
  newsletterConfirm: { role: 'visitor', at: () => [paths.newsletterConfirm.href('x')] },
  newsletterUnsubscribe: { role: 'visitor', at: () => [paths.newsletterUnsubscribe.href('x')] },
  order: { role: 'customer', at: ({ order }) => [paths.order.href(order)] },
  reader: { role: 'customer', at: ({ ebook }) => [paths.reader.href(ebook)] },
  userDashboard: {
    role: 'customer',
    at: () => (['ebooks', 'orders', 'newsletter', 'settings'] as const).map((tab) => paths.userDashboard.href(tab)),
  },
  // Its tabs and pages: `admin-works-anywhere`.
  dashboard: { role: 'admin', at: () => [paths.dashboard.href()] },
};

const NOT_FOUND = '/uma-pagina-que-nunca-existiu';

async function open(page: Page, path: string): Promise<void> {
  await new FrameScreen(page).open(path);
  // A search's own heading is for screen readers only.
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(page.getByText(/^(Carregando|Loading)/)).toHaveCount(0);
}

/** The last part of the first link on `page` that leads below `path`. */
const idBelow = async (page: Page, path: string): Promise<string> =>
  (await page.locator(`a[href*="${path}/"]`).first().getAttribute('href'))?.split('/').at(-1)?.split('?')[0] ?? '';

async function examplesFor(role: Role, page: Page): Promise<Examples> {
  const { ebooks }: EbookList = await (await page.request.get('/api/ebooks')).json();
  const { episodes }: EpisodeList = await (await page.request.get('/api/episodes')).json();
  const examples = { ebook: ebooks[0]?.id ?? '', episode: episodes[0]?.slug ?? '', order: '' };
  if (role !== 'customer') return examples;
  await open(page, paths.userDashboard.href('orders'));
  const order = await idBelow(page, '/user-dashboard/orders');
  await open(page, paths.userDashboard.href('ebooks'));
  return { ...examples, order, ebook: await idBelow(page, '/user-dashboard/read') };
}

const cases = (['visitor', 'customer', 'admin'] as const).flatMap((role) => [
  { role, language: 'Português', locale: 'pt-BR' as Locale, width: 390 },
  { role, language: 'English', locale: 'en' as Locale, width: 1440 },
]);

// Links that do not exist answer so.
test.use({ expectedErrors: /status of (400|404)/ });

for (const { role, language, locale, width } of cases)
  test(`each page of a ${role} fits every width and size of letters, and keeps the rules of accessibility: ${language}`, async ({
    page,
    site,
  }) => {
    test.slow();
    const account = site.accounts.find((known) => known.role === role);
    if (account) await new AccountScreen(page).signIn(account);
    const examples = await examplesFor(role, page);
    await page.goto(paths.about.href());
    await new FrameScreen(page).chooseLanguage(language);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    const own = Object.values(pages).filter((known) => known.role === role);
    for (const path of [...own.flatMap(({ at }) => at(examples)), NOT_FOUND])
      await test.step(path, async () => {
        await page.setViewportSize({ width, height: 900 });
        await open(page, path);
        await isAccessible(page);
        await fitsEveryWidth(page, path);
      });
  });

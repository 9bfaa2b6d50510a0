import { CONTENT_KEYS, SETTING_BLOCKS } from '@site/shared/contracts/admin-content.ts';
import type { EbookList } from '@site/shared/contracts/ebooks.ts';
import type { EpisodeList } from '@site/shared/contracts/episodes.ts';
import type { PostList } from '@site/shared/contracts/posts.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { paths } from '@site/shared/paths/paths.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { demoCampaigns, demoSteps } from '../../../api/local/demo/campaigns.ts';
import { demoSeries } from '../../../api/local/demo/series.ts';
import { demoAccounts, demoPassword } from '../../../api/local/identity/demo-accounts.ts';
import { fitsEveryWidth, NARROWEST } from '../fits-every-width.ts';
import { isAccessible } from '../is-accessible.ts';
import { leftOutByTab } from '../left-out-by-tab.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { FrameScreen } from '../screens/frame-screen.ts';
import { PaymentScreen } from '../screens/payment-screen.ts';
import { aGuestOrder, emptyCart, FULL_CART, fillCart } from '../selling-examples.ts';
import { expect, type Page, type Site, test } from '../site-test.ts';

type Role = 'visitor' | 'customer' | 'candidate' | 'admin';
/** The ids that a role may see, with one order in each state, and the tabs of the role's area. */
type Examples = {
  ebook: string;
  episode: string;
  episodeId: string;
  post: string;
  postId: string;
  orders: string[];
  /** One example of each kind in each state that the demo has. */
  campaigns: string[];
  tabs: string[];
  titles: string[];
  /** The URLs of a guest's order and its gifts, each with its key. */
  sold: { order: string; gifts: string[] };
};
type Addresses = (examples: Examples) => string[];

/** Each route of the site with the role that sees its page. A route that is missing here does not compile. */
const pages: Record<keyof typeof paths, { role: Role; at: Addresses }> = {
  home: { role: 'visitor', at: () => [paths.home.href()] },
  about: { role: 'visitor', at: () => [paths.about.href()] },
  podcast: { role: 'visitor', at: () => [paths.podcast.href(), paths.podcast.href({ q: 'nada assim' })] },
  episode: { role: 'visitor', at: ({ episode }) => [paths.episode.href(episode)] },
  series: { role: 'visitor', at: () => [paths.series.href(demoSeries.series.slug)] },
  shop: { role: 'visitor', at: () => [paths.shop.href(), paths.shop.href({ q: 'nada assim' })] },
  ebook: { role: 'visitor', at: ({ ebook }) => [paths.ebook.href(ebook)] },
  posts: { role: 'visitor', at: () => [paths.posts.href(), paths.posts.href({ tag: 'nada assim' })] },
  post: { role: 'visitor', at: ({ post }) => [paths.post.href(post)] },
  contact: { role: 'visitor', at: () => [paths.contact.href()] },
  cart: { role: 'visitor', at: () => [paths.cart.href(), FULL_CART] },
  checkout: { role: 'visitor', at: () => [paths.checkout.href()] },
  success: { role: 'visitor', at: () => [paths.success.href()] },
  gift: {
    role: 'visitor',
    at: ({ sold }) => [...sold.gifts.filter((_, place, all) => place === 0 || place === all.length - 1), paths.gift.href('x')],
  },
  cancel: { role: 'visitor', at: () => [paths.cancel.href()] },
  signIn: { role: 'visitor', at: () => [paths.signIn.href()] },
  signUp: { role: 'visitor', at: () => [paths.signUp.href()] },
  forgotPassword: { role: 'visitor', at: () => [paths.forgotPassword.href()] },
  checkEmail: { role: 'visitor', at: () => [paths.checkEmail.href()] },
  confirmEmail: { role: 'visitor', at: () => [paths.confirmEmail.href(), `${paths.confirmEmail.href()}?mode=verifyEmail&oobCode=x`] },
  claimAdmin: { role: 'candidate', at: () => [paths.claimAdmin.href()] },
  joinTeam: { role: 'customer', at: () => [paths.joinTeam.href('x')] },
  terms: { role: 'visitor', at: () => [paths.terms.href()] },
  privacy: { role: 'visitor', at: () => [paths.privacy.href()] },
  newsletter: { role: 'visitor', at: () => [paths.newsletter.href()] },
  newsletterConfirm: { role: 'visitor', at: () => [paths.newsletterConfirm.href('x')] },
  waitlist: { role: 'visitor', at: () => [paths.waitlist.href({ token: 'x' })] },
  newsletterUnsubscribe: { role: 'visitor', at: () => [paths.newsletterUnsubscribe.href('x')] },
  order: { role: 'customer', at: ({ orders }) => orders.map(paths.order.href) },
  reader: { role: 'customer', at: ({ ebook }) => [paths.reader.href(ebook)] },
  guestOrder: { role: 'visitor', at: ({ sold }) => [sold.order] },
  guestReader: { role: 'visitor', at: ({ ebook }) => [paths.guestReader.href(NO_ORDER, ebook)] },
  userDashboard: { role: 'customer', at: ({ tabs }) => tabs },
  dashboard: { role: 'admin', at: ({ tabs }) => [...tabs, ...editors] },
};

/** Every tab of the owner's area. The side panel links only to the first tab of each place. */
const ADMIN_TABS = [
  ...[
    'overview',
    'ebooks',
    'promotions',
    'reviews',
    'orders',
    'users',
    'episodes',
    'episode-series',
    'posts',
    'campaigns',
    'subscribers',
    'messages',
  ],
  ...['answers', 'content', 'analytics', 'settings', 'team', 'imports', 'audit-log'],
];

const isEditor = (path: string): boolean => path.includes('&block=');
const isTextEditor = (path: string): boolean => path.startsWith(adminPaths.post.href(''));
/** The editor of each text and each setting, on its tab. */
const editors = CONTENT_KEYS.map(
  (key) => `${paths.dashboard.href(SETTING_BLOCKS.some((setting) => setting === key) ? 'settings' : 'content')}&block=${key}`,
);

const adminPages: Record<keyof typeof adminPaths, Addresses> = {
  ebook: ({ ebook }) => [adminPaths.ebook.href(ebook)],
  episode: ({ episodeId }) => [adminPaths.episode.href(episodeId)],
  podcastImport: () => [adminPaths.podcastImport.href()],
  post: ({ postId }) => [adminPaths.post.href(postId)],
  campaign: ({ campaigns }) => [...campaigns, NO_ORDER].map(adminPaths.campaign.href),
  series: () => [adminPaths.series.href()],
  order: ({ orders }) => orders.map(adminPaths.order.href),
  person: () => [adminPaths.person.href('ninguem')],
  personBehind: () => [adminPaths.personBehind.href('user', demoAccounts.customer.uid)],
  support: () => [adminPaths.support.href()],
};

const addressesOf = (role: Role, examples: Examples): string[] =>
  [...Object.values(pages).flatMap((page) => (page.role === role ? [page.at] : [])), ...(role === 'admin' ? Object.values(adminPages) : [])]
    .flatMap((at) => at(examples))
    .concat(NOT_FOUND);

const NO_ORDER = '00000000-0000-4000-8000-000000000000';
const NOT_FOUND = '/uma-pagina-que-nunca-existiu';
const LONG_WORD = 'Donaudampfschifffahrt'.repeat(12);

async function open(page: Page, path: string): Promise<void> {
  await new FrameScreen(page).open(path);
  await isWhole(page, path);
}

/**
 * Waits for the page's heading and the parts that load after it. Checks with each frame, because a locator would check only twice a second.
 */
const isWhole = (page: Page, path: string) =>
  page.waitForFunction(
    ([isEditor, isTextEditor]) => {
      const isOnItsWay = document.querySelector('[class*=skeleton_]') !== null || /^(Carregando|Loading)/m.test(document.body.innerText);
      const buttons = [...document.querySelectorAll('main button')];
      return (
        !isOnItsWay &&
        [...document.querySelectorAll('h1')].some((heading) => heading.checkVisibility()) &&
        (!isEditor || buttons.some(({ textContent }) => /^(Publicar|Publish)$/.test(textContent.trim()))) &&
        (!isTextEditor || document.querySelector('main [role=toolbar]') !== null)
      );
    },
    [isEditor(path), isTextEditor(path)] as const,
  );

/** Returns the addresses of links on `page` that match `pattern`. */
const linksOf = (page: Page, pattern: RegExp): Promise<string[]> =>
  page.evaluate((source) => {
    const found = [...document.querySelectorAll('a')].map((link) => link.pathname + link.search);
    return [...new Set(found)].filter((path) => new RegExp(source).test(path));
  }, pattern.source);

async function examplesFor(role: Role, page: Page, site: Site): Promise<Examples> {
  const { ebooks }: EbookList = await (await page.request.get('/api/ebooks')).json();
  const { episodes }: EpisodeList = await (await page.request.get('/api/episodes')).json();
  const { posts }: PostList = await (await page.request.get('/api/posts')).json();
  const titles = [...ebooks, ...episodes, ...posts.filter(({ locale }) => locale === 'pt-BR')].map(({ title }) => title);
  const { data: written } = await site.database.from('posts').select('id').eq('state', 'published').limit(1).throwOnError();
  const [episode] = episodes;
  const examples = {
    ebook: ebooks[0]?.id ?? '',
    episode: episode?.slug ?? '',
    episodeId: episode?.id ?? '',
    post: posts[0]?.slug ?? '',
    postId: String(written?.[0]?.id ?? ''),
    orders: [],
    campaigns: [],
    tabs: [],
    titles,
    sold: { order: '', gifts: [] },
  };
  if (role === 'visitor') return { ...examples, sold: await aGuestOrder(page, site) };
  if (role === 'candidate') return examples;
  const asked = site.database.from('orders').select('id, state').order('id');
  const { data } = await (role === 'customer' ? asked.eq('buyer_uid', demoAccounts.customer.uid) : asked).throwOnError();
  const orders = [...new Map(data?.map(({ id, state }) => [state, String(id)])).values()];
  const home = (role === 'customer' ? paths.userDashboard : paths.dashboard).href();
  await open(page, home);
  const [book] = await linksOf(page, /^\/user-dashboard\/read\//);
  return {
    ...examples,
    orders,
    campaigns: role === 'admin' ? [...demoCampaigns.map(({ id }) => id), ...demoSteps.slice(0, 1).map(({ campaignId }) => campaignId)] : [],
    ebook: book?.split('/').at(-1) ?? examples.ebook,
    tabs: role === 'admin' ? ADMIN_TABS.map((tab) => paths.dashboard.href(tab)) : await linksOf(page, new RegExp(`^${home}\\?tab=[a-z]+$`)),
  };
}

/** Returns the titles whose language is not marked, so that a screen reader would pronounce them in the language of the page. */
const mispronounced = (page: Page, titles: string[]): Promise<string[]> =>
  page.evaluate((known) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      const isSaid = parentElement?.closest('script, option, [aria-hidden=true]') === null;
      if (isSaid && known.includes(textContent?.trim() ?? '') && parentElement?.closest<HTMLElement>('[lang]')?.lang !== 'pt-BR')
        found.push(parentElement?.outerHTML.slice(0, 120) ?? '');
    }
    return found;
  }, titles);

/** Opens all collapsed parts of a page. An editor contains words without a place to break. */
async function unfold(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('main details')) folded.setAttribute('open', '');
  });
  if (!isEditor(path)) return;
  const words = page.getByRole('main').locator('input[type=text]:not([inputmode]), textarea');
  if ((await words.count()) > 0) await words.last().fill(LONG_WORD);
}

test.describe.configure({ mode: 'parallel' });

const people: Record<Role, { email: string } | null> = {
  visitor: null,
  customer: demoAccounts.customer,
  candidate: demoAccounts.team,
  admin: demoAccounts.admin,
};
/** The looks to check in each language: both colour schemes, at the width of a phone and of a desktop. */
const LOOKS = [
  { language: 'Português', locale: 'pt-BR' as Locale, width: 390, colorScheme: 'light' as const },
  { language: 'English', locale: 'en' as Locale, width: 1440, colorScheme: 'dark' as const },
] as const;
type Look = (typeof LOOKS)[number];

/** Sets language, colour scheme and width of the current page. */
async function look(page: Page, { language, locale, width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  await new FrameScreen(page).chooseLanguage(language);
  await page.locator(`html[lang=${locale}]`).waitFor({ state: 'attached' });
}

// The API answers links that do not exist with these statuses.
test.use({ expectedErrors: /status of (400|404)/ });

for (const role of ['visitor', 'customer', 'candidate'] as const)
  for (const shown of LOOKS)
    test(`each page of ${role} fits every width and font size and is accessible: ${shown.language}, ${shown.colorScheme}`, async ({
      page,
      site,
    }) => {
      test.slow();
      const person = people[role];
      const claimed =
        role === 'candidate' ? (await site.database.from('team').delete().eq('uid', demoAccounts.team.uid).select()).data : null;
      if (person) await new AccountScreen(page).signIn({ email: person.email, password: demoPassword });
      const examples = await examplesFor(role, page, site);
      await page.goto(paths.about.href());
      await look(page, shown);
      for (const path of addressesOf(role, examples))
        await test.step(path, async () => {
          await page.setViewportSize({ width: shown.width, height: 900 });
          if (path === FULL_CART) await fillCart(page, site);
          await open(page, path);
          if (path === FULL_CART) await expect(page.getByRole('main')).toContainText('CABE-EM-TODA-TELA');
          if (path === paths.checkout.href()) await new PaymentScreen(page).isOpen();
          await isAccessible(page);
          expect.soft(await mispronounced(page, examples.titles), path).toEqual([]);
          await unfold(page, path);
          await fitsEveryWidth(page, path, shown.locale === 'en' ? NARROWEST : undefined);
          if (path === paths.checkout.href()) await emptyCart(page);
        });
      if (claimed) await site.database.from('team').insert(claimed).throwOnError();
    });

// Only the browser renders this area, so each page is opened once and then changes its language in place.
test('each page of admin fits every width and font size and is accessible, in both languages and colour schemes', async ({
  page,
  site,
}) => {
  test.setTimeout(1_800_000);
  const [portuguese, english] = LOOKS;
  await new AccountScreen(page).signIn({ email: demoAccounts.admin.email, password: demoPassword });
  for (const path of addressesOf('admin', await examplesFor('admin', page, site)))
    await test.step(path, async () => {
      await page.setViewportSize({ width: portuguese.width, height: 900 });
      await open(page, path);
      await isAccessible(page);
      // The elements and their order are the same in each language.
      expect.soft(await leftOutByTab(page), path).toEqual([]);
      await look(page, english);
      await isWhole(page, path);
      await isAccessible(page);
      await unfold(page, path);
      await fitsEveryWidth(page, path, NARROWEST);
      await look(page, portuguese);
      await isWhole(page, path);
      await unfold(page, path);
      await fitsEveryWidth(page, path);
    });
});

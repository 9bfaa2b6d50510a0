import type { EpisodeList } from '@site/shared/contracts/episodes.ts';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { FrameScreen } from '../screens/frame-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { PodcastScreen } from '../screens/podcast-screen.ts';
import { type APIRequestContext, expect, type Page, test } from '../site-test.ts';

/** Returns the titles of the two newest episodes with a video. */
async function firstTwo(request: APIRequestContext): Promise<[string, string]> {
  const { episodes }: EpisodeList = await (await request.get('/api/episodes')).json();
  // Another journey may have published an episode that has only audio.
  const [first, second] = episodes.filter(({ media }) => media);
  return [first?.title ?? '', second?.title ?? ''];
}

const follow = (page: Page, name: string | RegExp) => new FrameScreen(page).header.getByRole('link', { name }).first().click();

for (const start of ['/', '/podcast']) {
  test(`an episode started on ${start} keeps playing in the shop and the cart`, async ({ page, request }) => {
    const [title] = await firstTwo(request);
    const podcast = new PodcastScreen(page);
    await podcast.open(start);
    await podcast.cards().filter({ hasText: title }).first().scrollIntoViewIfNeeded();
    await podcast.play(title);
    await expect(podcast.dock()).toHaveAttribute('data-in-place', 'true');
    await isAccessible(page);
    const birth = await podcast.birth(title);
    let before = await podcast.position(title);

    for (const [link, heading] of [
      ['Loja', 'Todos os eBooks'],
      [/^Carrinho/, 'Seu carrinho'],
    ] as const) {
      await follow(page, link);
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
      await expect(podcast.player(title)).toBeInViewport();
      await podcast.isPlaying(title);
      await expect.poll(() => podcast.position(title)).toBeGreaterThan(before);
      expect(await podcast.birth(title)).toBe(birth);
      before = await podcast.position(title);
      await isAccessible(page);
    }

    await follow(page, start === '/' ? 'Início' : 'Podcast');
    await page.getByRole('button', { name: 'Ir para o player' }).first().scrollIntoViewIfNeeded();
    await expect(podcast.dock()).toHaveAttribute('data-in-place', 'true');
    expect(await podcast.birth(title)).toBe(birth);
  });
}

test('the player moves to the lower edge when its card leaves the view, and returns with it', async ({ page, request }) => {
  const [title] = await firstTwo(request);
  const podcast = new PodcastScreen(page);
  await podcast.open();
  await podcast.play(title);
  const birth = await podcast.birth(title);
  await new FrameScreen(page).footer.scrollIntoViewIfNeeded();
  await expect(podcast.dock()).not.toHaveAttribute('data-in-place');
  await expect(podcast.player(title)).toBeInViewport();
  await podcast.card(title).scrollIntoViewIfNeeded();
  await expect(podcast.dock()).toHaveAttribute('data-in-place', 'true');
  await podcast.isPlaying(title);
  expect(await podcast.birth(title)).toBe(birth);
});

/** The slug of an episode that has chapters. */
const RUTH = { title: 'Série Ruth 1: a coragem de quem decide ficar', slug: 'serie-ruth-1-a-coragem-de-quem-decide-ficar' };

test('an episode that was closed at 18:19 continues there, and starts again after its end', async ({ page }) => {
  const podcast = new PodcastScreen(page);
  await podcast.open(`/podcast/${RUTH.slug}?t=18:19`);
  await podcast.play(RUTH.title);
  await expect.poll(() => podcast.position(RUTH.title)).toBeGreaterThanOrEqual(1_100);
  await podcast.close();

  await podcast.open(`/podcast/${RUTH.slug}`);
  await expect(podcast.playButton(RUTH.title)).toHaveAccessibleName(/^Continuar de 18:\d\d\./);
  await isAccessible(page);
  await podcast.play(RUTH.title);
  expect(await podcast.position(RUTH.title)).toBeGreaterThanOrEqual(1_096);
  expect(await podcast.position(RUTH.title)).toBeLessThan(1_120);
  await page.reload();
  await podcast.open();
  await podcast.play(RUTH.title);
  expect(await podcast.position(RUTH.title)).toBeGreaterThanOrEqual(1_096);
  await podcast.close();

  // The player is at the last second of the video.
  await podcast.open(`/podcast/${RUTH.slug}?t=47m20s`);
  await podcast.play(RUTH.title);
  await expect(podcast.dock()).toHaveAttribute('data-state', 'ended');
  await podcast.close();
  await podcast.open(`/podcast/${RUTH.slug}`);
  await podcast.play(RUTH.title);
  expect(await podcast.position(RUTH.title)).toBeLessThan(60);
});

test('a listening position follows the person to another device, and the next person does not see it', async ({ page, browser, site }) => {
  const person = await site.newCustomer();
  const podcast = new PodcastScreen(page);
  await new AccountScreen(page).signIn(person);
  await podcast.open(`/podcast/${RUTH.slug}?t=1099`);
  await podcast.play(RUTH.title);
  await expect.poll(() => podcast.position(RUTH.title)).toBeGreaterThanOrEqual(1_100);
  await podcast.close();
  const kept = async () =>
    (await site.database.from('listening_positions').select('seconds').eq('uid', person.uid)).data?.[0]?.seconds ?? 0;
  await expect.poll(kept).toBeGreaterThanOrEqual(1_099);

  const elsewhere = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', reducedMotion: 'reduce' });
  const otherPage = await elsewhere.newPage();
  const other = new PodcastScreen(otherPage);
  await new AccountScreen(otherPage).signIn(person);
  await other.open();
  await expect(other.playButton(RUTH.title)).toHaveAccessibleName(/^Continuar de 18:\d\d\./);
  await other.play(RUTH.title);
  expect(await other.position(RUTH.title)).toBeGreaterThanOrEqual(1_096);
  await elsewhere.close();

  await page.goto('/user-dashboard');
  await page.getByRole('button', { name: 'Sair', exact: true }).first().click();
  await expect(page).toHaveURL(/\/signin/);
  await new AccountScreen(page).signIn(await site.newCustomer());
  await podcast.open(`/podcast/${RUTH.slug}`);
  await expect(page.getByRole('button', { name: 'Copiar link' })).toBeVisible();
  await expect(podcast.playButton(RUTH.title)).toHaveAccessibleName(`Reproduzir: ${RUTH.title}`);
});

test('a second video stops the first, and closing the player returns the focus to the card', async ({ page, request }) => {
  const [first, second] = await firstTwo(request);
  const podcast = new PodcastScreen(page);
  await podcast.open();
  await podcast.play(first);
  await podcast.play(second);
  await expect(podcast.player(first)).toHaveCount(0);

  await podcast.dock().getByRole('button', { name: 'Fechar o player' }).focus();
  await page.keyboard.press('Enter');
  await expect(podcast.player(second)).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Reproduzir: ${second}` })).toBeFocused();
});

test('a page loads nothing of the player before the visitor presses play', async ({ page, request, site }) => {
  const [title] = await firstTwo(request);
  const asked: string[] = [];
  page.on('request', (each) => asked.push(each.url()));
  const podcast = new PodcastScreen(page);
  await podcast.open();
  const before = asked.filter((url) => url.includes('/_r/mfe-podcast/'));
  expect(asked.filter((url) => new URL(url).origin !== site.site)).toEqual([]);
  await podcast.play(title);
  const after = asked.filter((url) => url.includes('/_r/mfe-podcast/') && !before.includes(url));
  expect(after.some((url) => url.endsWith('.js'))).toBe(true);
});

/** Returns the height of the window above the player, once the player fills the lower edge from side to side. */
async function heightAbove(podcast: PodcastScreen, page: Page): Promise<number> {
  const edges = () =>
    podcast.dock().evaluate((dock) => {
      const { left, right, bottom } = (dock.firstElementChild ?? dock).getBoundingClientRect();
      return { left, right, bottom };
    });
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  // The player slides in from below.
  await expect.poll(edges).toEqual({ left: 0, right: width, bottom: height });
  return podcast.dock().evaluate((dock) => (dock.firstElementChild ?? dock).getBoundingClientRect().top);
}

for (const [width, height] of [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const)
  test(`at ${width} px the player hides no button, and is as large as its provider requires`, async ({ page, request }) => {
    await page.setViewportSize({ width, height });
    const [title] = await firstTwo(request);
    const podcast = new PodcastScreen(page);
    const isLargeEnough = async () => {
      const { width: shown, height: high } = (await podcast.player(title).boundingBox()) ?? { width: 0, height: 0 };
      expect(Math.min(shown, high)).toBeGreaterThanOrEqual(200);
    };
    await podcast.open();
    await podcast.play(title);
    await isLargeEnough();
    const button = new FrameScreen(page).menuButton();
    if (await button.isVisible()) await button.click();
    await page.getByRole('link', { name: 'Loja', exact: true }).filter({ visible: true }).first().click();
    for (const heading of ['Todos os eBooks', BOOKS.main.title]) {
      await expect(page.getByRole('heading', { name: heading, exact: true }).first()).toBeVisible();
      await expect(podcast.dock()).not.toHaveAttribute('data-in-place');
      await isLargeEnough();
      const lowest = await heightAbove(podcast, page);
      const below = await page.evaluate((limit) => {
        const isBelow = (element: Element) => {
          element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
          return element.getBoundingClientRect().bottom > limit + 1;
        };
        const operated = [...document.querySelectorAll('main :is(a[href], button), footer :is(a[href], button)')];
        return operated.filter((element) => element.checkVisibility() && isBelow(element)).map(({ outerHTML }) => outerHTML.slice(0, 120));
      }, lowest);
      expect(below).toEqual([]);
      if (heading !== BOOKS.main.title) await page.getByRole('main').getByRole('link', { name: BOOKS.main.title }).first().click();
    }
    await podcast.isPlaying(title);
  });

test.describe('the video player on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the player collapses to a bar while it is paused, and expands to play', async ({ page, request }) => {
    const [title] = await firstTwo(request);
    const podcast = new PodcastScreen(page);
    await podcast.open();
    await podcast.play(title);
    const birth = await podcast.birth(title);
    await new FrameScreen(page).footer.scrollIntoViewIfNeeded();
    await expect(podcast.dock()).not.toHaveAttribute('data-in-place');
    const taken = () => page.evaluate(() => Number.parseInt(document.documentElement.style.getPropertyValue('--dock-height'), 10));
    await expect.poll(taken).toBeGreaterThan(200);
    await isAccessible(page);

    const tool = (name: string) => podcast.dock().getByRole('button', { name, exact: true });
    await tool('Pausar e recolher o player').click();
    await expect.poll(taken).toBe(56);
    await expect(podcast.dock()).toHaveAttribute('data-state', 'paused');
    await isAccessible(page);
    await tool('Mostrar o vídeo').click();
    await expect.poll(taken).toBeGreaterThan(200);
    await tool('Pausar e recolher o player').click();
    await tool('Reproduzir').click();
    await podcast.isPlaying(title);
    await expect.poll(taken).toBeGreaterThan(200);
    expect(await podcast.birth(title)).toBe(birth);
    await podcast.close();
    await expect.poll(taken).toBeNaN();
  });

  test('the player covers nothing at the end of the page', async ({ page, request }) => {
    const [title] = await firstTwo(request);
    const podcast = new PodcastScreen(page);
    await podcast.open();
    await podcast.play(title);
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await expect(podcast.dock()).not.toHaveAttribute('data-in-place');
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    const tools = await podcast.dock().getByRole('button', { name: 'Fechar o player' }).boundingBox();
    const footer = await new FrameScreen(page).footer.boundingBox();
    // Fractional pixels are rounded.
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual((tools?.y ?? 0) + 1);
  });
});

test.describe('a player that cannot be loaded', () => {
  test.use({ expectedErrors: /mfe-podcast|Failed to load resource|ChunkLoadError/ });

  test('a player that cannot be loaded says so, and offers another try', async ({ page, request }) => {
    const [title] = await firstTwo(request);
    const podcast = new PodcastScreen(page);
    await podcast.open();
    await page.route('**/_r/mfe-podcast/**', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await page.getByRole('button', { name: `Reproduzir: ${title}` }).click();
    await expect(page.getByText('O player não abriu.').first()).toBeVisible();
    await page.unroute('**/_r/mfe-podcast/**');
    await podcast.play(title);
  });
});

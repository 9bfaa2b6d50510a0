import type { EpisodeList } from '@site/shared/contracts/episodes.ts';
import { isAccessible } from '../is-accessible.ts';
import { PodcastScreen } from '../screens/podcast-screen.ts';
import { type APIRequestContext, expect, test } from '../site-test.ts';

/** An episode with accents and unique words in its title, and with chapters. */
const RUTH = 'Série Ruth 1: a coragem de quem decide ficar';

const listOf = async (request: APIRequestContext, query = ''): Promise<EpisodeList> =>
  await (await request.get(`/api/episodes${query}`)).json();

test('a visitor searches without accents, chooses a theme, and shows more and fewer episodes', async ({ page, request }) => {
  const { total } = await listOf(request);
  const ofApocalypse = await listOf(request, '?category=Apocalipse');
  const podcast = new PodcastScreen(page);
  await podcast.open();
  await expect(podcast.cards()).toHaveCount(6);
  await isAccessible(page);

  await podcast.searchBox().fill('serie ruth 1');
  await expect(podcast.cards()).toHaveCount(1);
  await expect(podcast.card(RUTH)).toBeVisible();
  await expect(page).toHaveURL(/q=serie(\+|%20)ruth(\+|%20)1/);
  await isAccessible(page);
  await podcast.searchBox().fill('nada que exista');
  await expect(page.getByRole('heading', { name: 'Nenhum episódio encontrado para sua pesquisa.' })).toBeVisible();
  await isAccessible(page);
  await page.getByRole('link', { name: 'Ver todos os episódios' }).click();
  await expect(podcast.cards()).toHaveCount(6);

  await podcast.theme('Apocalipse').click();
  await expect(podcast.theme('Apocalipse')).toHaveAttribute('aria-current', 'true');
  await expect(podcast.cards()).toHaveCount(Math.min(6, ofApocalypse.total));
  for (const title of await podcast.cards().getByRole('heading').allTextContents()) expect(title).toMatch(/apocalipse/i);
  await podcast.theme('Todos').click();

  await page.getByRole('button', { name: 'Carregar Mais Episódios' }).click();
  await expect(podcast.cards()).toHaveCount(Math.min(12, total));
  await page.getByRole('button', { name: 'Mostrar Menos' }).click();
  await expect(podcast.cards()).toHaveCount(6);
});

test("an episode's card turns by keyboard, and the keyboard cannot reach its hidden side", async ({ page }) => {
  const podcast = new PodcastScreen(page);
  await podcast.open();
  const card = podcast.card(RUTH);
  await card.getByRole('button', { name: 'Ver descrição' }).focus();
  await page.keyboard.press('Enter');
  const back = card.getByRole('region', { name: `Descrição: ${RUTH}` });
  await expect(back).toBeVisible();
  await expect(card.getByRole('button', { name: /^Ver (?:vídeo|capa)$/ })).toBeFocused();
  const play = card.getByLabel(/^Reproduzir/);
  await expect(play).toBeHidden();
  await isAccessible(page);
  // From the button, Shift+Tab reaches the links of the description and not the links of the hidden side.
  await page.keyboard.press('Shift+Tab');
  expect(await back.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await card.getByRole('button', { name: /^Ver (?:vídeo|capa)$/ }).press('Enter');
  await expect(play).toBeVisible();
  await expect(back).toBeHidden();
});

test("an episode's page keeps the player when a chapter is pressed", async ({ page }) => {
  const podcast = new PodcastScreen(page);
  await podcast.open();
  await podcast.card(RUTH).getByRole('link', { name: RUTH, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: RUTH })).toBeVisible();
  await isAccessible(page);

  await page.getByRole('button', { name: /^6:42/ }).click();
  await podcast.isPlaying(RUTH);
  expect(await podcast.position(RUTH)).toBeGreaterThanOrEqual(402);
  const birth = await podcast.birth(RUTH);
  await page.getByRole('button', { name: /^29:30/ }).click();
  await expect.poll(() => podcast.position(RUTH)).toBeGreaterThanOrEqual(1_770);
  expect(await podcast.birth(RUTH)).toBe(birth);
  await expect(page.getByRole('button', { name: /^29:30/ })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('button', { name: /^6:42/ })).not.toHaveAttribute('aria-current');
  // The page shows the chapters only once, in the list of buttons.
  await expect(page.getByRole('region', { name: 'Sobre este episódio' })).not.toContainText('29:30');
  await isAccessible(page);

  await page.getByRole('navigation', { name: 'Outros episódios' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(RUTH);
});

test('a shared link opens the episode at the chosen moment', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.site });
  const podcast = new PodcastScreen(page);
  await podcast.open('/podcast');
  await podcast.card(RUTH).getByRole('link', { name: RUTH, exact: true }).click();
  await page.getByRole('button', { name: /^6:42/ }).click();
  await podcast.isPlaying(RUTH);
  await page.getByRole('checkbox', { name: /^Começar em 6:4\d$/ }).check();
  await page.getByRole('button', { name: 'Copiar link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\?t=40\d$/);
  await podcast.close();

  await podcast.open(new URL(link).pathname + new URL(link).search);
  await expect(podcast.playButton(RUTH)).toHaveAccessibleName(/^Começar em 6:4\d\./);
  await podcast.play(RUTH);
  expect(await podcast.position(RUTH)).toBeGreaterThanOrEqual(402);
});

test("an episode's old address redirects to the current one", async ({ page, request, site }) => {
  const [episode] = (await listOf(request)).episodes;
  const old = `titulo-de-antes-${episode?.slug}`.slice(0, 100).replace(/-+$/, '');
  await site.database.from('episode_slugs').upsert({ slug: old, episode_id: episode?.id });
  const redirect = async (search: string) => {
    const answer = await request.get(`/podcast/${old}${search}`, { maxRedirects: 0 });
    return [answer.status(), answer.headers().location, answer.headers()['cache-control']];
  };
  const now = `/podcast/${episode?.slug}`;
  expect(await redirect('?t=402')).toEqual([301, `${now}?t=402`, 'no-store']);
  // The redirect keeps the parameters about the source of the visit.
  expect(await redirect('?utm_source=carta&cupom=CABE')).toEqual([301, `${now}?utm_source=carta&cupom=CABE`, 'no-store']);
  await page.goto(`/podcast/${old}`);
  await expect(page).toHaveURL(`/podcast/${episode?.slug}`);
});

test.describe('the podcast pages in English', () => {
  test.use({ locale: 'en' });

  test('the list of episodes and an episode are accessible', async ({ page, request }) => {
    const [episode] = (await listOf(request)).episodes;
    const podcast = new PodcastScreen(page);
    await podcast.open();
    await expect(page.getByRole('button', { name: 'Load more episodes' })).toBeVisible();
    await isAccessible(page);
    await podcast.open(`/podcast/${episode?.slug}`);
    await expect(page.getByRole('heading', { name: 'About this episode' })).toBeVisible();
    await isAccessible(page);
  });
});

test.describe('the podcast pages without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test("search, themes, more episodes and an episode's page work without scripts", async ({ page }) => {
    const podcast = new PodcastScreen(page);
    await page.goto('/podcast');
    await podcast.searchBox().fill('ruth');
    await podcast.searchBox().press('Enter');
    await expect(page).toHaveURL(/q=ruth/);
    await podcast.theme('Todos').click();
    await page.goto('/podcast');
    await page.getByRole('button', { name: 'Carregar Mais Episódios' }).click();
    await expect(podcast.cards()).toHaveCount(12);
    await podcast.card(RUTH).getByRole('link', { name: RUTH, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: RUTH })).toBeVisible();
  });
});

test.describe('a podcast address without an episode', () => {
  test.use({ expectedErrors: /status of 404/ });

  test("an unknown episode's page says so, with status 404 and a link to all episodes", async ({ page, request }) => {
    for (const slug of ['nao-existe', 'N%C3%83O%20existe']) {
      expect((await request.get(`/podcast/${slug}`)).status()).toBe(404);
      await page.goto(`/podcast/${slug}`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(/não/i);
    }
  });
});

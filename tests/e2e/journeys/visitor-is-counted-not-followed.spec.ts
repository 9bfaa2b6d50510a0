import type { VisitEvent } from '@site/shared/contracts/visits.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { AudioScreen } from '../screens/audio-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { PodcastScreen } from '../screens/podcast-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, type Page, test } from '../site-test.ts';

// The site does not count programs, so these journeys use a browser that does not report to be automated.
test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36' });
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }));
});

declare global {
  var noteVisit: (text: string) => void;
}

/** Returns the visit events that a page sends from this call on. Playwright cannot read the body of a beacon. */
async function toldBy(page: Page): Promise<VisitEvent[]> {
  const told: VisitEvent[] = [];
  await page.exposeFunction('noteVisit', (text: string) => void told.push(JSON.parse(text)));
  await page.addInitScript(() => {
    const send = Navigator.prototype.sendBeacon;
    Navigator.prototype.sendBeacon = function (url, body) {
      if (String(url).endsWith('/api/visits') && body instanceof Blob) void body.text().then((text) => globalThis.noteVisit(text));
      return send.call(this, url, body);
    };
  });
  return told;
}

const { id, title } = BOOKS.main;
const book = paths.ebook.href(id);

test('a visit is counted with its source, stores nothing on the device, and its sale is counted once', async ({
  page,
  context,
  browser,
  site,
}) => {
  const campaign = `jornada-${Date.now()}`;
  const person = await site.newCustomer();
  const told = await toldBy(page);
  await page.goto(`${paths.home.href()}?utm_source=ig&utm_campaign=${campaign}`, { waitUntil: 'networkidle' });
  await expect.poll(() => told).toEqual([{ event: 'view', paths: ['/'], isVisit: true, source: 'ig', campaign }]);
  expect(new URL(page.url()).search).toBe('');
  expect(await context.cookies()).toEqual([]);
  // The device stores only that its fonts are loaded.
  expect(
    await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)].flat().filter((key) => key !== 'fonts')),
  ).toEqual([]);

  // From an idle page, a link loads a new document.
  await page.locator(`a[href="${book}"]`).first().dispatchEvent('click');
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  await expect.poll(() => told.at(-1)).toEqual({ event: 'view', paths: [book], isVisit: false, source: 'ig', campaign });
  expect(new URL(page.url()).search).toBe('');
  const shop = new ShopScreen(page);
  await shop.addOpenBook(title);
  await shop.openCart();
  const cart = new CartScreen(page);
  // Going back or forward in the browser does not count as another view.
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  await page.goForward();
  await cart.checkout();
  // Checks the events before the next page, which counts as a view too.
  expect(told.flatMap(({ event, paths: of }) => (event === 'view' ? of : []))).toEqual([paths.home.href(), book, paths.cart.href()]);
  await cart.goOnToSignIn();
  await new AccountScreen(page).fillSignIn(person);
  await expect(cart.line(title)).toBeVisible();
  await cart.checkout();
  const payment = new PaymentScreen(page);
  await payment.isOpen();
  await payment.payByCard(CARDS.accepted);
  await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();
  expect(told.filter(({ event }) => event !== 'view').map(({ event, paths: of, source }) => [event, of, source])).toEqual([
    ['cart', [book], 'ig'],
    ['checkout', [book], 'ig'],
  ]);

  const owner = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  const ownerPage = await owner.newPage();
  await new AccountScreen(ownerPage).signIn(site.admin);
  await ownerPage.goto(paths.dashboard.href('analytics'));
  const admin = new AdminScreen(ownerPage);
  const more = ownerPage.getByRole('navigation', { name: 'Ver também' });
  await more.getByRole('link', { name: 'Repasses' }).click();
  await expect(admin.panel('Repasses da Stripe').getByText('A caminho do banco')).toBeVisible();
  await more.getByRole('link', { name: 'Visitas' }).click();
  const row = admin.panel('Campanhas').getByRole('row', { name: new RegExp(campaign) });
  await expect(row.getByRole('cell').nth(0)).toHaveText('Instagram');
  await expect(row.getByRole('cell').nth(1)).toHaveText('1');
  await expect(row.getByRole('cell').nth(4)).toHaveText('1');
  await admin.panel('Dos livros vistos aos pagos').getByRole('button', { name: title }).click();
  await expect(ownerPage.getByRole('dialog', { name: new RegExp(title) }).getByRole('row', { name: /Instagram/ })).toBeVisible();
  await ownerPage.keyboard.press('Escape');
  await isAccessible(ownerPage);
  await owner.close();
});

test('a play on the site counts as a play, a download by an app as a download, and the owner sees both for the episode', async ({
  page,
  browser,
  site,
}) => {
  const title = 'Trailer: um livro antigo numa semana cheia';
  const told = await toldBy(page);
  const audio = new AudioScreen(page);
  await new PodcastScreen(page).open('/podcast/trailer');
  await audio.start(title);
  await audio.isPlaying();
  await expect.poll(() => told.at(-1)).toMatchObject({ event: 'listen', paths: ['/podcast/trailer'] });
  const [, file = ''] = /<enclosure url="([^"]+)"/.exec(await (await page.request.get('/podcast.xml')).text()) ?? [];
  const app = { headers: { 'user-agent': 'AntennaPod/3.4.0', range: 'bytes=0-' } };
  for (let times = 0; times < 2; times += 1) expect((await page.request.get(file, app)).status()).toBe(206);

  const owner = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  const ownerPage = await owner.newPage();
  await new AccountScreen(ownerPage).signIn(site.admin);
  const cells = new AdminScreen(ownerPage)
    .panel('Episódios')
    .getByRole('row', { name: new RegExp(title) })
    .getByRole('cell');
  await expect(async () => {
    await ownerPage.goto(`${paths.dashboard.href('analytics')}&more=visits`);
    await expect(cells.nth(2)).toHaveText('2');
  }).toPass();
  expect((await cells.allTextContents()).slice(0, 3)).toEqual(['1', '0', '2']);
  await isAccessible(ownerPage);
  const { data } = await site.database.from('episodes').select('id').eq('slug', 'trailer').single();
  await ownerPage.goto(`/dashboard/episodes/${data?.id}`);
  await expect(ownerPage.getByText('Reproduções em 25 meses: 1 de áudio, 0 de vídeo · Downloads: 2')).toBeVisible();
  await isAccessible(ownerPage);
  await owner.close();
});

test('a visitor who opted out sends no visit events', async ({ page }) => {
  const told = await toldBy(page);
  await page.goto(paths.privacy.href());
  await expect.poll(() => told).toHaveLength(1);
  await page.getByRole('button', { name: 'Não contar este aparelho' }).click();
  await expect(page.getByRole('button', { name: 'Voltar a contar este aparelho' })).toBeVisible();
  // A page sends its visit before it hydrates or loads its fonts.
  await page.goto(paths.shop.href());
  await page.waitForFunction(() => history.scrollRestoration === 'manual');
  expect(told).toHaveLength(1);
  await page.evaluate(() => localStorage.clear());
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }));
  await page.goto(`${paths.home.href()}?utm_source=ig`);
  await expect(page.locator('html')).toHaveAttribute('data-fonts', /./, { timeout: 30_000 });
  expect(told).toHaveLength(1);
});

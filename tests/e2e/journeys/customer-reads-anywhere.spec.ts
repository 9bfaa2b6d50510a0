import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { ReaderScreen } from '../screens/reader-screen.ts';
import { expect, type Site, test } from '../site-test.ts';

/** Books that the demo customer owns. */
const READ = 'Jardim interior';
const POCKET = 'Rute, uma leitura devagar';
const OFFLINE = 'Trinta manhãs com os Salmos';

const demoCustomer = (site: Site) => {
  const customer = site.accounts.find(({ role }) => role === 'customer');
  if (!customer) throw new Error('no demo customer');
  return customer;
};

test('a customer sees the whole page, searches in the book, and reads in night mode at the previous zoom', async ({ page, site }) => {
  const account = new AccountScreen(page);
  const reader = new ReaderScreen(page);
  await account.signIn(demoCustomer(site));
  await account.openLibrary();
  await account.read(READ);
  await reader.goTo(1);
  const whole = await reader.page(1).locator('canvas').boundingBox();
  expect(whole?.y).toBeGreaterThanOrEqual(0);
  expect((whole?.y ?? 0) + (whole?.height ?? 900)).toBeLessThanOrEqual(900);

  // The browser's search shortcut opens the search of the book, which ignores accents and case.
  await page.keyboard.press('Control+f');
  await page.keyboard.type('ESTACAO');
  const outcome = reader.find().getByRole('status');
  await expect(outcome).toHaveText(/^1 de (\d+) Página \d+: .*estaç[ãa]o/i);
  const [, count = ''] = /de (\d+)/.exec((await outcome.textContent()) ?? '') ?? [];
  expect(Number(count)).toBeGreaterThan(1);
  await expect(reader.mark()).toBeInViewport();
  await isAccessible(page);
  await page.keyboard.press('Enter');
  await expect(outcome).toHaveText(new RegExp(`^2 de ${count} `));
  await expect(reader.mark()).toBeInViewport();
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Shift+Enter');
  await expect(outcome).toHaveText(new RegExp(`^${count} de ${count} `));
  await reader.find().getByRole('textbox').fill('palavra que nenhum livro tem');
  await expect(outcome).toHaveText('Nada encontrado');
  await page.keyboard.press('Escape');
  await expect(reader.find()).toHaveCount(0);
  await expect(reader.page()).toBeFocused();

  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Próxima página' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Home');
  await reader.isAt(1);
  await expect(reader.tools()).not.toBeInViewport();

  await reader.showTools();
  await reader.tool('Noite').click();
  await isAccessible(page);
  const larger = await reader.resize('Aumentar');
  await page.reload();
  await reader.isAt(1);
  await reader.showTools();
  await expect(reader.tool('Noite')).toHaveAttribute('aria-pressed', 'true');
  expect(await reader.width()).toBe(larger);
  await reader.tool('Noite').click();
});

test.describe('the reader on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a customer turns pages with a finger, and the page fills the whole window', async ({ page, site }) => {
    const account = new AccountScreen(page);
    const reader = new ReaderScreen(page);
    await account.signIn(demoCustomer(site));
    await account.openLibrary();
    await account.read(POCKET);
    await reader.goTo(2);
    await reader.swipe(0.8, 0.2);
    await reader.isAt(3);
    await reader.swipe(0.2, 0.8);
    await reader.isAt(2);
    await reader.tap(0.95);
    await reader.isAt(3);
    await reader.tap(0.05);
    await reader.isAt(2);
    await expect(reader.tools()).not.toBeInViewport();
    await reader.tap(0.5);
    await expect(reader.tools()).toBeInViewport();
    await isAccessible(page);
    await reader.tap(0.5);
    await expect(reader.tools()).not.toBeInViewport();

    // A double tap zooms in. After that, moving a finger moves the page and does not turn it.
    const width = await reader.width();
    await reader.doubleTap(0.5);
    await expect.poll(() => reader.width()).toBeGreaterThan(1.14 * width);
    expect(await reader.page(2).evaluate((frame) => frame.scrollLeft)).toBeGreaterThan(0);
    await reader.swipe(0.2, 0.8);
    await expect.poll(() => reader.page(2).evaluate((frame) => frame.scrollLeft)).toBe(0);
    await reader.swipe(0.8, 0.2);
    await expect.poll(() => reader.page(2).evaluate((frame) => frame.scrollLeft)).toBeGreaterThan(0);
    await reader.isAt(2);
  });

  test('every tool of the reader is within the smallest screen', async ({ page, site }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    const account = new AccountScreen(page);
    const reader = new ReaderScreen(page);
    await account.signIn(demoCustomer(site));
    await account.openLibrary();
    for (const name of ['Meus eBooks', 'Meus pedidos', 'Newsletter', 'Configurações']) {
      await expect(page.getByRole('tab', { name })).toBeInViewport({ ratio: 1 });
    }
    await account.read(POCKET);
    await reader.showTools();
    await reader.tool('Pesquisar no livro').click();
    for (const button of await page.getByRole('main').getByRole('button').all()) await expect(button).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await isAccessible(page);
  });

  test('a customer reads without scrolling sideways, and follows the links of the book', async ({ page, site }) => {
    const account = new AccountScreen(page);
    const reader = new ReaderScreen(page);
    await account.signIn(demoCustomer(site));
    await account.openLibrary();
    await account.read(POCKET);
    await reader.goTo(4);
    await isAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    // The reader's white margins are cropped until the reader shows them.
    const cropped = await reader.width();
    expect(cropped).toBeGreaterThan(390 * 1.1);
    await reader.showTools();
    await reader.tool('Margens da página').click();
    await expect.poll(() => reader.width()).toBeLessThanOrEqual(390);
    await reader.tool('Margens da página').click();
    await expect.poll(() => reader.width()).toBe(cropped);
    await reader.page(4).getByRole('button', { name: 'Ir para a página 6' }).first().click();
    await reader.isAt(6);
    await reader.resize('Aumentar');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await isAccessible(page);
  });
});

test.describe('the reader without a connection', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

  test('a customer without a connection continues to read, and the reading position is kept', async ({ page, context, site }) => {
    const account = new AccountScreen(page);
    const reader = new ReaderScreen(page);
    await account.signIn(demoCustomer(site));
    await account.openLibrary();
    await account.read(OFFLINE);
    const kept = async () =>
      (await site.database.from('reading_positions').select('page').eq('ebook_id', 'trinta-manhas-com-os-salmos')).data?.map(
        (row) => row.page,
      );
    await reader.goTo(1);
    await reader.goTo(2);
    await expect.poll(kept).toEqual([2]);
    await context.setOffline(true);
    await reader.next();
    await reader.isAt(3);
    await reader.next();
    await reader.isAt(4);
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('reading:')).length)).toBe(1);
    expect(await kept()).toEqual([2]);
    await context.setOffline(false);
    await expect.poll(kept).toEqual([4]);
  });
});

test.describe('the reader with an expired link', () => {
  test.use({ expectedErrors: /status of 400/ });

  test('a customer can read a book even if its file link has expired', async ({ page, site }) => {
    const account = new AccountScreen(page);
    await account.signIn(demoCustomer(site));
    await account.openLibrary();
    let links = 0;
    await page.route(/\/object\/sign\//, async (route) => {
      links += 1;
      if (links > 1) return await route.continue();
      await route.fulfill({ status: 400, headers: { 'access-control-allow-origin': '*' }, json: { error: 'InvalidJWT' } });
    });
    await account.read(BOOKS.main.title);
    const reader = new ReaderScreen(page);
    await reader.goTo(3);
    expect(links).toBeGreaterThan(1);
  });
});

test.describe('the reader with a connection that breaks while the book loads', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('a customer whose connection breaks reads the loaded pages, and continues at that page', async ({ page, site }) => {
    const account = new AccountScreen(page);
    await account.signIn(demoCustomer(site));
    await account.openLibrary();
    let isBroken = false;
    await page.route(/\/object\/sign\//, async (route) => {
      const { range } = route.request().headers();
      // Range requests succeed. The request for the whole file breaks off, and every later request fails.
      if (isBroken || range?.endsWith('-')) return await route.abort();
      if (range) return await route.continue();
      const answer = await route.fetch();
      const body = await answer.body();
      const headers = { ...answer.headers(), 'content-length': String(body.length) };
      await route.fulfill({ status: 200, headers, body: body.subarray(0, 1_000) });
    });
    await account.read(BOOKS.main.title);
    const reader = new ReaderScreen(page);
    await reader.goTo(3);
    isBroken = true;
    await expect(page.getByText('O resto do livro não chegou.')).toBeVisible({ timeout: 60_000 });
    await reader.isAt(3);
    await page.unroute(/\/object\/sign\//);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await reader.isAt(3);
    await expect(page.getByText('O resto do livro não chegou.')).toHaveCount(0);
  });
});

test('a customer sees in the shop which books are already in the library', async ({ page, site }) => {
  await new AccountScreen(page).signIn(demoCustomer(site));
  await page.goto('/shop');
  const card = page.getByRole('region', { name: 'Todos os eBooks' }).getByRole('article').filter({ hasText: READ });
  const owned = card.getByRole('link', { name: 'Você já tem este eBook' });
  await expect(owned).toBeVisible();
  await isAccessible(page);
  await owned.click();
  await expect(page).toHaveURL(/user-dashboard/);
  await expect(new AccountScreen(page).book(READ)).toBeVisible();
});

import { isAccessible } from '../is-accessible.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, test } from '../site-test.ts';

const { id, title } = BOOKS.main;

test('impatient taps add one copy, and the button becomes a link to the cart', async ({ page }) => {
  const shop = new ShopScreen(page);
  await page.goto(`/shop/ebook/${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Adicionar ao Carrinho' }).click({ clickCount: 4, delay: 40 });
  await expect(page.getByRole('banner').getByRole('link', { name: /carrinho/i })).toContainText('1');
  await expect(page).toHaveURL(new RegExp(`/shop/ebook/${id}$`));
  await expect(shop.way('No carrinho: ver carrinho')).toHaveAttribute('href', '/cart');
  await page.getByRole('region', { name: 'Avisos' }).getByRole('link', { name: 'Ver carrinho' }).click();
  const cart = new CartScreen(page);
  await expect(cart.total()).toContainText('1 item');
  await expect(page.getByRole('main').getByRole('button', { name: /^Diminuir a quantidade/ })).toBeDisabled();
});

test('a URL with a search shows its results first, and each search is one step back', async ({ page }) => {
  const shop = new ShopScreen(page);
  await page.goto('/shop?q=raizes');
  await expect(shop.book(title)).toBeInViewport();
  await isAccessible(page);
  await shop.search('');
  await expect(page.getByRole('heading', { level: 1, name: 'Livros para ler com calma' })).toBeAttached();
  await shop.search('salm');
  await expect(page).toHaveURL(/q=salm$/);
  await shop.search('salmo');
  await expect(page).toHaveURL(/q=salmo$/);
  await shop.search('cozinha');
  await expect(page).toHaveURL(/q=cozinha$/);
  await page.goBack();
  await expect(page).toHaveURL(/q=salmo$/);
});

test.describe('a book page on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the button that buys a book is visible on a phone's first screen", async ({ page }) => {
    await page.goto(`/shop/ebook/${id}`);
    await expect(page.getByRole('main').getByRole('button', { name: 'Adicionar ao Carrinho' })).toBeInViewport({ ratio: 1 });
  });
});

test('a visitor who signs in with Google keeps the cart', async ({ page, context }) => {
  const shop = new ShopScreen(page);
  await shop.fillCart(id, title);
  const cart = new CartScreen(page);
  await cart.checkout();
  await cart.goOnToSignIn();
  const popUp = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Entrar com o Google' }).click();
  const google = await popUp;
  await google.getByText('Add new account').click();
  await google.getByRole('button', { name: /Auto-generate/ }).click();
  await google.getByRole('button', { name: /Sign in/ }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(cart.line(title)).toBeVisible();
});

test.describe('a book page before its scripts have started', () => {
  test('a press on the button before the scripts have started is not lost', async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/_s/**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`/shop/ebook/${id}`, { waitUntil: 'commit' });
    await page.getByRole('main').getByRole('button', { name: 'Adicionar ao Carrinho' }).click({ noWaitAfter: true });
    release();
    await expect(page.getByRole('banner').getByRole('link', { name: /carrinho/i })).toContainText('1');
  });
});

test('the first press on an idle page works, although its scripts have not run', async ({ page }) => {
  const scripts: string[] = [];
  page.on('requestfinished', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto(`/shop/ebook/${id}`);
  await expect(page.locator('html')).toHaveAttribute('data-fonts', /./, { timeout: 30_000 });
  await expect.poll(() => scripts.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(2);
  expect(await page.evaluate(() => history.scrollRestoration)).toBe('auto');
  // This press has no pointer movement before it, as with assistive technology.
  await page.getByRole('main').getByRole('button', { name: 'Adicionar ao Carrinho' }).dispatchEvent('click');
  await expect(page.getByRole('banner').getByRole('link', { name: /carrinho/i })).toContainText('1');
});

test.describe('the shop without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript the shop and a book show their content, and the search works', async ({ page }) => {
    await page.goto('/shop');
    await expect(page.getByRole('heading', { name: title }).first()).toBeVisible();
    await page.getByRole('searchbox').fill('raizes que');
    await page.getByRole('searchbox').press('Enter');
    await expect(page).toHaveURL(/q=raizes/);
    await expect(new ShopScreen(page).books()).toHaveCount(1);
    await page.goto(`/shop/ebook/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('R$');
  });
});

test("a book's page describes its product in structured data", async ({ request }) => {
  const html = await (await request.get(`/shop/ebook/${id}`)).text();
  expect(html).toContain(`<title>${title}`);
  expect(html).toMatch(/<meta data-page name="description" content="[^"]{50,}/);
  const [, json = ''] = /<script[^>]+application\/ld\+json[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  expect(JSON.stringify(JSON.parse(json))).toContain('"priceCurrency":"BRL"');
});

test.describe('a page at an unknown address', () => {
  test.use({ expectedErrors: /status of 404/ });

  test("an unknown URL gets a page in the visitor's language, with status 404 and a link to continue", async ({ page, request }) => {
    for (const path of ['/shop/ebook/nao-existe', '/shop/ebook/NÃO%20existe', '/nada/aqui']) {
      expect((await request.get(path)).status()).toBe(404);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(/não/i);
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    }
  });
});

import { formatMoney } from '@site/shared/money/format-money.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, test } from '../site-test.ts';

const { id, title } = BOOKS.main;

test('a visitor finds a book, signs in, pays, gets an e-mail and downloads; the owner sees the order', async ({ page, browser, site }) => {
  const person = await site.newCustomer();
  const shop = new ShopScreen(page);
  await shop.open();
  await isAccessible(page);
  await shop.search('raizes que');
  await expect(shop.books()).toHaveCount(1);
  await shop.openBook(title);
  await isAccessible(page);
  await shop.addOpenBook(title);
  await shop.openCart();
  await isAccessible(page);

  const cart = new CartScreen(page);
  await cart.checkout();
  await cart.goOnToSignIn();
  await expect(page).toHaveURL(/\/signin/);
  await isAccessible(page);
  await new AccountScreen(page).fillSignIn(person);
  await expect(page).toHaveURL(/\/cart$/);
  await expect(cart.line(title)).toBeVisible();

  await cart.checkout();
  const payment = new PaymentScreen(page);
  await payment.isOpen();
  await isAccessible(page);
  await payment.payByCard(CARDS.accepted);
  await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();
  await isAccessible(page);

  const [mail] = await site.mailTo(person.email);
  expect(mail?.text).toContain(title);
  expect(mail?.links.some((link) => link.startsWith(`${site.site}/user-dashboard`))).toBe(true);

  await page.goto(`/shop/ebook/${id}`);
  await expect(shop.way('Abrir na minha biblioteca')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Adicionar ao Carrinho' })).toHaveCount(0);
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Ir para meus eBooks' }).click();
  const account = new AccountScreen(page);
  await expect(account.book(title)).toBeVisible();
  await isAccessible(page);
  const pdf = await account.download(title);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');

  const owner = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  const ownerPage = await owner.newPage();
  await new AccountScreen(ownerPage).signIn(site.admin);
  await expect(ownerPage).toHaveURL(/\/dashboard/);
  await ownerPage.goto('/dashboard?tab=orders');
  await expect(ownerPage.getByText(person.email).first()).toBeVisible();
  await isAccessible(ownerPage);
  await owner.close();
});

test('one amount from the shelf to the receipt, in the currency that the visitor chose', async ({ page, site }) => {
  const { data } = await site.database.from('ebook_prices').select('amount_minor').eq('ebook_id', id).eq('currency', 'NZD').single();
  const amount = formatMoney(toMoney(data?.amount_minor, 'NZD'), 'pt-BR').replaceAll('\u00a0', ' ');
  const person = await site.newCustomer();
  await new AccountScreen(page).signIn(person);

  const shop = new ShopScreen(page);
  const cart = new CartScreen(page);
  await shop.fillCart(id, title);
  await cart.chooseCurrency(/NZ/);
  await expect(cart.line(title)).toContainText(amount);
  await expect(cart.total()).toContainText(amount);

  await shop.open();
  await expect(shop.book(title)).toContainText(amount);
  await shop.openBook(title);
  await expect(page.getByRole('main')).toContainText(amount);

  await shop.openCart();
  await cart.checkout();
  const payment = new PaymentScreen(page);
  await payment.isOpen();
  await expect(payment.payButton()).toHaveText(`Pagar ${amount}`);
  await payment.payByCard(CARDS.accepted);
  await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(amount);

  const [mail] = await site.mailTo(person.email);
  expect(mail?.text.replaceAll('\u00a0', ' ')).toContain(amount);
  await page.goto('/user-dashboard?tab=orders');
  await expect(page.getByRole('tabpanel')).toContainText(amount);

  await page.getByRole('link', { name: /Pedido \d+/ }).click();
  await expect(page.getByRole('heading', { name: 'Recibo' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Total' })).toContainText(amount);
  await expect(page.getByText('Pronto para ler e baixar')).toBeVisible();
  await isAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Este recibo comprova o pagamento. Ele não é um documento fiscal.')).toBeVisible();
  await expect(page.getByText('Pronto para ler e baixar')).toBeHidden();
  await page.emulateMedia({ media: null });

  await page.getByRole('button', { name: 'Pedir reembolso' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pedir o reembolso deste pedido?' });
  await dialog.getByLabel('Motivo (opcional)').fill('Comprei por engano');
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Pedir reembolso' }).click();
  await expect(page.getByText(/Você pediu o reembolso em/)).toBeVisible();
});

test('impatient taps add one copy, and the way to the cart is where the button was', async ({ page }) => {
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

test('an address with a search shows its results first; each search is one step back', async ({ page }) => {
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the button that buys a book is on its first screen', async ({ page }) => {
    await page.goto(`/shop/ebook/${id}`);
    await expect(page.getByRole('main').getByRole('button', { name: 'Adicionar ao Carrinho' })).toBeInViewport({ ratio: 1 });
  });
});

test('Google signs a visitor in and the cart comes along', async ({ page, context }) => {
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

test.describe('before the scripts have started', () => {
  test('a press on the button is not lost', async ({ page }) => {
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

test('a page that is not touched has its scripts and does not run them; the first press is done all the same', async ({ page }) => {
  const scripts: string[] = [];
  page.on('requestfinished', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto(`/shop/ebook/${id}`);
  await expect(page.locator('html')).toHaveAttribute('data-fonts', /./, { timeout: 30_000 });
  await expect.poll(() => scripts.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(2);
  expect(await page.evaluate(() => history.scrollRestoration)).toBe('auto');
  // A press alone, as assistive technology does it: nothing was pointed at before.
  await page.getByRole('main').getByRole('button', { name: 'Adicionar ao Carrinho' }).dispatchEvent('click');
  await expect(page.getByRole('banner').getByRole('link', { name: /carrinho/i })).toContainText('1');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the shop and a book show their content, and the search works', async ({ page }) => {
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

test('a page says to machines what it sells', async ({ request }) => {
  const html = await (await request.get(`/shop/ebook/${id}`)).text();
  expect(html).toContain(`<title>${title}`);
  expect(html).toMatch(/<meta data-page name="description" content="[^"]{50,}/);
  const [, json = ''] = /<script[^>]+application\/ld\+json[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  expect(JSON.stringify(JSON.parse(json))).toContain('"priceCurrency":"BRL"');
});

test.describe('at an address that nothing has', () => {
  test.use({ expectedErrors: /status of 404/ });

  test("a page in the visitor's language says so, with status 404 and a way on", async ({ page, request }) => {
    for (const path of ['/shop/ebook/nao-existe', '/shop/ebook/NÃO%20existe', '/nada/aqui']) {
      expect((await request.get(path)).status()).toBe(404);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(/não/i);
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    }
  });
});

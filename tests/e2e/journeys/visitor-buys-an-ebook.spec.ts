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

test('a visitor finds a book, signs in, pays, gets an email and downloads, and the owner sees the order', async ({
  page,
  browser,
  site,
}) => {
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

test("a purchase shows one amount from shelf to receipt, in the visitor's currency", async ({ page, site }) => {
  const { data } = await site.database.from('list_prices').select('amount_minor').eq('ebook_id', id).eq('currency', 'NZD').single();
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

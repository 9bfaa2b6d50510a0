import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, test } from '../site-test.ts';

const { id, title } = BOOKS.main;

test.use({ viewport: { width: 390, height: 844 } });

test("a reader opens a coupon's link and pays less, and all screens show the same cents", async ({ page: phone, browser, site }) => {
  const size = { width: 1440, height: 900 };
  const owner = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', viewport: size });
  const desk = await owner.newPage();
  const admin = new AdminScreen(desk);
  await new AccountScreen(desk).signIn(site.admin);
  await expect(admin.heading('Início')).toBeVisible();
  await admin.openTab('Promoções');
  await isAccessible(desk);
  await desk.getByRole('main').getByRole('link', { name: 'Novo cupom' }).click();
  const form = desk.getByRole('form', { name: 'Novo cupom' });
  await form.getByLabel('Código').fill('Café-Novo');
  await form.getByLabel('Porcentagem').fill('50');
  await form.getByText('Mais opções').click();
  await form.getByLabel('Usos no total').fill('5');
  await isAccessible(desk);
  await form.getByRole('button', { name: 'Salvar' }).click();
  const row = admin.row(/CAFE-NOVO/);
  await expect(row).toContainText('0 de 5');

  await phone.goto('/about?cupom=cafe-novo&utm_source=ig');
  await expect.poll(() => new URL(phone.url()).search).toBe('');
  await new AccountScreen(phone).signIn(await site.newCustomer());
  await new ShopScreen(phone).fillCart(id, title);
  const cart = new CartScreen(phone);
  await expect(cart.total()).toContainText('Cupom CAFE-NOVO');
  const total = (await cart.total().getByText('Total', { exact: true }).locator('xpath=following-sibling::*').innerText()).trim();
  await isAccessible(phone);
  await cart.checkout();
  const payment = new PaymentScreen(phone);
  await payment.isOpen();
  await expect(phone.getByRole('region', { name: 'Resumo' })).toContainText(total);
  await isAccessible(phone);
  await payment.payByCard(CARDS.accepted);
  await expect(phone.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();
  await expect(phone.getByRole('main')).toContainText('Cupom CAFE-NOVO');
  await expect(phone.getByRole('main')).toContainText(total);

  await desk.reload();
  await expect(row).toContainText('1 de 5');
  await expect(row).toContainText(total);
  await row.getByRole('link', { name: /^Ver pedidos ?, CAFE-NOVO$/ }).click();
  await expect(desk.getByRole('button', { name: /^Com o cupom CAFE-NOVO ?, tirar este filtro$/ })).toBeVisible();
  await expect(desk.getByRole('rowheader')).toHaveCount(1);
  await expect(desk.getByRole('table')).toContainText(total);
  await isAccessible(desk);
  await owner.close();
});

test('a coupon entered at the payment closes the open form and shows the new total to accept', async ({ page, site }) => {
  await site.database.from('coupons').insert({ code: 'BEIRADA', percent: 50, max_per_buyer: 1 }).throwOnError();
  const person = await site.newCustomer();
  const cart = new CartScreen(page);
  await new ShopScreen(page).fillCart(id, title);
  await cart.checkout();
  await cart.goOnByEmail(person.email);
  const payment = new PaymentScreen(page);
  await payment.isOpen();
  const before = payment.sessionId();
  const summary = page.getByRole('region', { name: 'Resumo' });
  await summary.getByText('Tem um cupom?').click();
  await summary.getByLabel('Código do cupom').fill('beirada');
  await summary.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText(/^O total mudou/)).toBeVisible();
  await expect(page.locator('iframe[name=embedded-checkout]')).toHaveCount(0);
  await isAccessible(page);
  await page.getByRole('button', { name: 'Continuar para o pagamento' }).click();
  await payment.isOpen();
  await expect.poll(() => payment.sessionId()).not.toBe(before);
  const { data: orders } = await site.database.from('orders').select('session_id,state').eq('buyer_email', person.email).throwOnError();
  expect(orders?.find(({ session_id }) => session_id === before)?.state).toBe('expired');

  // This browser has reserved the coupon's use, and keeps it after a reload.
  await page.reload();
  await payment.isOpen();
  await expect(summary).toContainText('Cupom BEIRADA');
  await payment.payByCard(CARDS.accepted);
  await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Cupom BEIRADA');
});

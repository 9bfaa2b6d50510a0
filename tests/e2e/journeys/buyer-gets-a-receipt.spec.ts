import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, test } from '../site-test.ts';

const { id, title } = BOOKS.main;
const CNPJ = '12.ABC.345/01DE-35';

test('a receipt shows a CNPJ with letters, and a refund gets a credit note', async ({ page, browser, site }) => {
  const person = await site.newCustomer();
  await new AccountScreen(page).signIn(person);
  await new ShopScreen(page).fillCart(id, title);
  await page.getByText('Nome, CPF ou CNPJ no recibo (opcional)').click();
  const taxId = page.getByLabel('CPF, CNPJ ou NIF', { exact: true });
  await taxId.fill(CNPJ.replace('35', '53'));
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText(/não é um CPF, CNPJ ou NIF válido/)).toBeVisible();
  await isAccessible(page);
  await taxId.fill(CNPJ);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText(/^Salvo/)).toBeVisible();

  await new CartScreen(page).checkout();
  const payment = new PaymentScreen(page);
  await payment.isOpen();
  await payment.payByCard(CARDS.accepted);
  await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();
  await page.goto('/user-dashboard?tab=orders');
  await page.getByRole('link', { name: /Pedido \d+/ }).click();
  const receipt = page.getByRole('heading', { name: /^Recibo R \d+$/ });
  await expect(receipt).toBeVisible();
  await expect(page.getByText(`CNPJ ${CNPJ}`)).toBeVisible();
  const name = (await receipt.textContent()) ?? '';
  expect((await site.mailTo(person.email))[0]?.text).toContain(name.replace('Recibo ', 'O recibo desta compra é o '));

  const owner = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  const desk = await owner.newPage();
  const admin = new AdminScreen(desk);
  await new AccountScreen(desk).signIn(site.admin);
  await expect(admin.heading('Início')).toBeVisible();
  await admin.search(person.email);
  await desk.keyboard.press('Enter');
  await expect(admin.panel('Recibos')).toContainText('CNPJ ••.•••.•••/••DE-35');
  await admin.panel('Itens').getByRole('button', { name: 'Reembolsar' }).click();
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /^Reembolsar/ })
    .click();
  await expect(admin.panel('Recibos')).toContainText(`sobre o ${name.toLowerCase().replace(' r ', ' R ')}`);
  await isAccessible(desk);
  await owner.close();

  await page.reload();
  await page.getByRole('button', { name: /^Nota de crédito NC \d+$/ }).click();
  await expect(page.getByText(/comprova o que foi devolvido/)).toBeVisible();
  await expect(page.getByText(`CNPJ ${CNPJ}`)).toBeVisible();
  await isAccessible(page);
});

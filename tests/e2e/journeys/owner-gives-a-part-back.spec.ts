import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, type Page, test } from '../site-test.ts';

const { id, title } = BOOKS.main;

/** Returns today's refunds in reais on the owner's home, in centavos. */
async function refundedToday(desk: Page): Promise<number> {
  // Opens the part only if it is closed, because a click would close an open part.
  await desk.getByText(/^Mais:/).evaluate((summary) => summary.parentElement?.setAttribute('open', ''));
  const today = desk.locator('section', { has: desk.getByRole('heading', { level: 3, name: 'Compras de hoje' }) });
  await expect(today).toBeVisible();
  const [, amount = '0,00'] = /ReembolsadoR\$\s([\d.]+,\d{2})/.exec((await today.textContent()) ?? '') ?? [];
  return Number(amount.replace(/\D/g, ''));
}

test('the owner refunds a part of the price as a gesture, and the buyer keeps the book', async ({ page, browser, site }) => {
  const person = await site.newCustomer();
  await new AccountScreen(page).signIn(person);
  await new ShopScreen(page).fillCart(id, title);
  await new CartScreen(page).checkout();
  const payment = new PaymentScreen(page);
  await payment.isOpen();
  await payment.payByCard(CARDS.accepted);
  await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();

  const owner = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  const desk = await owner.newPage();
  const admin = new AdminScreen(desk);
  await new AccountScreen(desk).signIn(site.admin);
  await expect(admin.heading('Início')).toBeVisible();
  const before = await refundedToday(desk);

  await admin.search(person.email);
  await desk.keyboard.press('Enter');
  await admin.panel('Itens').getByRole('button', { name: 'Reembolsar' }).click();
  const dialog = desk.getByRole('dialog', { name: /^Reembolsar o pedido/ });
  const amount = dialog.getByLabel('Valor a devolver');
  await amount.fill('1.000');
  await amount.blur();
  await expect(dialog).toContainText(/Isto pode ser R\$\s1\.000,00 ou R\$\s1,00/);
  await isAccessible(desk);
  await amount.fill('10,00');
  await dialog.getByRole('radio', { name: 'O comprador fica com o livro' }).check();
  await dialog.getByLabel(/^Mensagem para quem comprou/).fill('Desculpe a demora na resposta.');
  await expect(dialog).toContainText('O comprador fica com o livro. Não há como desfazer.');
  await isAccessible(desk);
  await dialog.getByRole('button', { name: /^Reembolsar R\$\s10,00$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(admin.panel('Reembolsos')).toContainText('O comprador fica com o livro');
  await expect(admin.panel('Itens').getByRole('row', { name: new RegExp(title) })).toContainText('Disponível');
  await expect(admin.panel('Alterações por administradores')).toContainText('Reembolso iniciado');
  await isAccessible(desk);

  await admin.openTab('Pedidos');
  await desk.getByRole('searchbox', { name: 'Pesquisar pedidos' }).fill(person.email);
  await expect(admin.row(new RegExp(person.email))).toContainText(/Reembolsado em parte.*R\$\s10,00/);
  expect(await admin.exported()).toMatch(/reembolsado em parte[^\n]*10,00/);
  await admin.openTab('Início');
  await expect.poll(() => refundedToday(desk)).toBeGreaterThanOrEqual(before + 1_000);
  await owner.close();

  await expect
    .poll(async () => (await site.mailTo(person.email)).map(({ text }) => text.replaceAll('\u00a0', ' ')).join('\n'))
    .toMatch(/Valor devolvido: R\$ 10,00[\s\S]*Desculpe a demora na resposta\./);
  const [email = ''] = (await site.mailTo(person.email)).map(({ text }) => text).filter((text) => text.includes('Valor devolvido'));
  expect(email).toContain(`O livro “${title}” continua com você.`);
  expect(email).toContain('Devolvido em:');

  await page.goto('/user-dashboard?tab=orders');
  await page.getByRole('link', { name: /Pedido \d+/ }).click();
  const refund = page
    .getByRole('region', { name: 'Reembolso' })
    .or(page.locator('section', { has: page.getByRole('heading', { name: 'Reembolso' }) }));
  await expect(refund.first()).toContainText(/Reembolso de R\$\s10,00 em .* O livro continua com você\./);
  await expect(refund.first()).toContainText('Desculpe a demora na resposta.');
  await expect(page.getByText('Parte do valor foi devolvida.')).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: /^Nota de crédito NC \d+$/ }).click();
  await expect(page.getByText('O comprador fica com o livro')).toBeVisible();
  await isAccessible(page);
  await page.goto('/user-dashboard');
  await expect(page.getByText(title).first()).toBeVisible();
});

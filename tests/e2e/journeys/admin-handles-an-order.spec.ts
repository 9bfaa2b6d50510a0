import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, type Page, type Person, type Site, test } from '../site-test.ts';

const { id, title } = BOOKS.main;

/** Creates a customer who paid for a book and got the email. */
async function buys(page: Page, site: Site): Promise<Person> {
  const person = await site.newCustomer();
  await new AccountScreen(page).signIn(person);
  await new ShopScreen(page).fillCart(id, title);
  await new CartScreen(page).checkout();
  const payment = new PaymentScreen(page);
  await payment.isOpen();
  await payment.payByCard(CARDS.accepted);
  await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();
  await site.mailTo(person.email);
  return person;
}

test('the owner finds an order, resends its email and refunds it, and the list keeps its filters', async ({ page, browser, site }) => {
  test.slow();
  const person = await buys(page, site);
  const owner = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  const desk = await owner.newPage();
  const admin = new AdminScreen(desk);
  await new AccountScreen(desk).signIn(site.admin);
  await expect(admin.heading('Início')).toBeVisible();
  await expect(desk.getByRole('link', { name: 'Compras de hoje' })).toBeVisible();
  await isAccessible(desk);

  await admin.search(person.email);
  await expect(admin.found(/^Pedido/)).toHaveCount(1);
  await isAccessible(desk);
  await desk.keyboard.press('Enter');
  await expect(admin.panel('Comprador')).toContainText(person.email);
  await expect(admin.panel('Linha do tempo')).toContainText('Pago');
  await isAccessible(desk);

  await admin.panel('E-mails deste pedido').getByRole('button', { name: 'Reenviar' }).click();
  await expect(admin.panel('Linha do tempo')).toContainText('E-mail reenviado');
  await expect.poll(async () => (await site.mailTo(person.email)).length).toBeGreaterThan(1);

  await admin.panel('Itens').getByRole('button', { name: 'Reembolsar' }).click();
  await isAccessible(desk);
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /^Reembolsar/ })
    .click();
  await expect(desk.getByRole('dialog')).toBeHidden();
  await expect(admin.panel('Reembolsos')).toContainText('Reembolso de');
  await expect(admin.panel('Alterações por administradores')).toContainText(site.admin.email);
  await isAccessible(desk);

  await admin.openTab('Pedidos');
  await desk.getByRole('searchbox', { name: 'Pesquisar pedidos' }).fill(person.email);
  await expect(desk.getByRole('main').getByRole('rowheader')).toHaveCount(1);
  await desk.getByText(/^Pedido nº \d+ · 1 item$/).click();
  await expect(desk.getByRole('list', { name: /Itens do pedido/ })).toContainText(title);
  await isAccessible(desk);
  expect(await admin.exported()).toContain(person.email);

  await admin.openTab('Usuários');
  await desk.getByRole('searchbox', { name: 'Pesquisar usuários' }).fill(person.email);
  await expect(desk.getByRole('main').getByRole('rowheader')).toHaveCount(1);
  await expect(admin.row(new RegExp(person.email))).toBeVisible();
  await isAccessible(desk);
  await owner.close();
});

test("the owner’s area does not show the site's header, and its sections are a drawer on a phone", async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const admin = new AdminScreen(page);
  await new AccountScreen(page).signIn(site.admin);
  await expect(admin.heading('Início')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Carrinho' })).toHaveCount(0);

  const sections = page.getByRole('navigation', { name: 'Seções do painel' });
  await expect(sections).toBeHidden();
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await expect(sections).toBeVisible();
  await isAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sections).toBeHidden();
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await admin.openTab('Pedidos');
  await expect(sections).toBeHidden();
  await isAccessible(page);

  const legal = page.getByRole('button', { name: 'Informações legais' });
  const help = page.getByRole('button', { name: 'Precisa de ajuda?' });
  await legal.click();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Termos de Serviço' })).toBeVisible();
  await help.click();
  await expect(legal).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('link', { name: 'Obter suporte →' })).toBeVisible();

  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/signin/);
  await expect(page.getByRole('link', { name: 'Carrinho' })).toBeVisible();
});

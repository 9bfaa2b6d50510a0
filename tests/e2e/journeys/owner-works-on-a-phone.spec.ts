import { randomUUID } from 'node:crypto';
import { aCover, aPdf } from '../book-files.ts';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminEbooksScreen } from '../screens/admin-ebooks-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { ContactScreen } from '../screens/contact-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, type Page, test } from '../site-test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Opens a place of the owner's area by its drawer. */
async function openPlace(desk: Page, name: string): Promise<void> {
  await desk.getByRole('button', { name: 'Abrir menu' }).tap();
  await new AdminScreen(desk).section(name).tap();
  await expect(desk.getByRole('navigation', { name: 'Seções do painel' })).toBeHidden();
}

/** Returns the buttons and lists that are less high than a finger needs. */
const lowControls = (desk: Page): Promise<string[]> =>
  desk.evaluate(() =>
    [...document.querySelectorAll('main :is([data-variant][data-size], select)')]
      .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 43.5)
      .map((control) => control.outerHTML.slice(0, 120)),
  );

test('the owner publishes a book, answers a message and refunds an order on a phone', async ({ page: desk, browser, site }) => {
  test.slow();
  const { id, title: bought } = BOOKS.main;
  const buyer = await site.newCustomer();
  const elsewhere = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  const page = await elsewhere.newPage();
  await new AccountScreen(page).signIn(buyer);
  await new ShopScreen(page).fillCart(id, bought);
  await new CartScreen(page).checkout();
  const payment = new PaymentScreen(page);
  await payment.isOpen();
  await payment.payByCard(CARDS.accepted);
  await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();
  const contact = new ContactScreen(page);
  await contact.open();
  await contact.fill({ name: 'Rita', email: buyer.email, subject: 'Outro assunto', message: 'Comprei por engano.' });
  await contact.sendButton().click();
  await expect(contact.thanks()).toBeVisible();

  const admin = new AdminScreen(desk);
  const ebooks = new AdminEbooksScreen(desk);
  await new AccountScreen(desk).signIn(site.admin);
  await expect(admin.heading('Início')).toBeVisible();
  await isAccessible(desk);

  await openPlace(desk, 'eBooks');
  await desk.getByRole('main').getByRole('link', { name: 'Adicionar eBook' }).tap();
  const title = `Sementes ${randomUUID().slice(0, 8)}`;
  await ebooks.choose(/^Arquivo PDF/, { name: `${title}.pdf`, mimeType: 'application/pdf', buffer: await aPdf(3) });
  await ebooks.choose(/^Capa/, { name: 'capa.jpg', mimeType: 'image/jpeg', buffer: await aCover(800, 1_200) });
  await ebooks.form().getByLabel('Título').fill(title);
  await ebooks.price(ebooks.form(), 'BRL', '29,90');
  await ebooks.price(ebooks.form(), 'USD', '7,50');
  await ebooks.price(ebooks.form(), 'NZD', '12');
  await isAccessible(desk);
  await ebooks.form().getByRole('button', { name: 'Publicar' }).tap();
  await expect(desk.getByText('eBook enviado com sucesso').first()).toBeVisible({ timeout: 30_000 });
  await desk.getByRole('link', { name: 'Ver na loja' }).tap();
  await expect(desk.getByRole('heading', { level: 1, name: title })).toBeVisible();
  // The owner wrote no description, so the page describes the book by default.
  await expect(desk.locator('meta[name="description"]')).toHaveAttribute('content', new RegExp(`^${title}, um eBook de `));

  await desk.goto('/dashboard');
  await openPlace(desk, 'Mensagens');
  const message = desk.getByRole('listitem', { name: 'Rita' }).filter({ hasText: buyer.email });
  await message.locator('summary').first().tap();
  await expect(message).toContainText('Comprei por engano.');
  await message.getByRole('textbox', { name: 'Resposta para Rita' }).fill('Olá, Rita. Devolvo o valor hoje.');
  await isAccessible(desk);
  await message.getByRole('button', { name: 'Enviar resposta' }).tap();
  await expect(message.getByText('Na fila')).toBeVisible();

  await openPlace(desk, 'Vendas');
  await expect(admin.row(/Pedido nº/).first()).toBeVisible();
  expect(await lowControls(desk)).toEqual([]);
  await desk.getByRole('searchbox', { name: 'Pesquisar pedidos' }).fill(buyer.email);
  await desk.getByRole('form', { name: 'Pesquisar pedidos' }).getByRole('button', { name: 'Pesquisar' }).tap();
  await admin
    .row(new RegExp(buyer.email))
    .getByRole('link', { name: new RegExp(bought) })
    .tap();
  await admin.panel('Itens').getByRole('button', { name: 'Reembolsar' }).tap();
  const dialog = desk.getByRole('dialog', { name: /^Reembolsar o pedido/ });
  await isAccessible(desk);
  await dialog.getByRole('button', { name: /^Reembolsar R\$/ }).tap();
  await expect(dialog).toBeHidden();
  await expect(admin.panel('Reembolsos')).toBeVisible();

  await expect.poll(async () => (await site.mailTo(buyer.email)).map(({ text }) => text).join('\n')).toContain('Valor devolvido');
  const [reply] = await site.mailTo(buyer.email, /^Re: /);
  expect(reply?.text).toContain('Devolvo o valor hoje.');
  await elsewhere.close();
});

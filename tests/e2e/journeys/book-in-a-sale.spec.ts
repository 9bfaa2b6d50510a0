import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminEbooksScreen } from '../screens/admin-ebooks-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, test } from '../site-test.ts';

const { id, title } = BOOKS.reduced;

test('the owner puts a book on sale; a visitor sees both prices and pays the lower one, and the receipt says why', async ({
  page,
  browser,
  site,
}) => {
  const owner = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  const ownerPage = await owner.newPage();
  await new AccountScreen(ownerPage).signIn(site.admin);
  await ownerPage.goto(`/dashboard/ebooks/${id}`);
  const ebooks = new AdminEbooksScreen(ownerPage);
  const sale = await ebooks.unfold('Promoção');
  await sale.getByLabel('Fim').fill('2090-12-31T23:59');
  await sale.getByLabel(/\(BRL\)/).fill('29,90');
  await ebooks.details().getByRole('button', { name: 'Salvar' }).click();
  await expect(sale).toContainText('precisa ser menor que o preço do livro');
  await sale.getByLabel(/\(BRL\)/).fill('19,90');
  await expect(sale.getByRole('region', { name: 'Como aparece na loja' })).toContainText(/R\$\s29,90\s*R\$\s19,90\s*33% a menos/);
  await isAccessible(ownerPage);
  await ebooks.save();
  await expect(ownerPage.getByText('Em promoção até 31 de dez. de 2090, 23:59.')).toBeVisible();

  try {
    const person = await site.newCustomer();
    await new AccountScreen(page).signIn(person);
    await new ShopScreen(page).fillCart(id, title);
    const cart = new CartScreen(page);
    await expect(cart.line(title)).toContainText(/De R\$\s29,90 por R\$\s19,90/);
    await page.goBack();
    await expect(page.getByRole('main')).toContainText('33% a menos que o menor preço dos 30 dias antes da promoção');
    await isAccessible(page);
    await page.goForward();
    await cart.checkout();
    const payment = new PaymentScreen(page);
    await expect(payment.payButton()).toHaveText(/^Pagar R\$\s19,90/);
    await payment.payByCard(CARDS.accepted);
    await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();
    const { data } = await site.database.from('orders').select('id').eq('buyer_uid', person.uid).single();
    await page.goto(`/user-dashboard/orders/${data?.id}`);
    await expect(page.getByRole('row', { name: new RegExp(title) })).toContainText(/R\$\s19,90/);
    await expect(page.getByRole('row', { name: /Desconto já aplicado/ })).toContainText(/R\$\s10,00/);
    const [mail] = await site.mailTo(person.email);
    expect(mail?.text).toContain(`${title} (preço promocional)`);
  } finally {
    await sale.getByRole('button', { name: 'Encerrar promoção' }).click();
    await ownerPage.getByRole('dialog').getByRole('button', { name: 'Encerrar promoção' }).click();
    await expect(sale.getByRole('button', { name: 'Encerrar promoção' })).toHaveCount(0);
    await owner.close();
  }
  await page.goto(`/shop/ebook/${id}`);
  await expect(page.getByRole('main').locator('s')).toHaveCount(0);
});

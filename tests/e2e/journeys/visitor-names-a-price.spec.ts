import { fitsEveryWidth, NARROWEST } from '../fits-every-width.ts';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminEbooksScreen } from '../screens/admin-ebooks-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, test } from '../site-test.ts';

const { id, title } = BOOKS.open;

test('a visitor chooses a price for a pay-what-you-want book, changes it in the cart, pays it, and sees it on the receipt', async ({
  page,
  browser,
  site,
}) => {
  const price = () => site.database.from('list_prices');
  const { data: before } = await price().select('amount_minor').eq('ebook_id', id).eq('currency', 'BRL').single().throwOnError();
  const owner = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  const desk = await owner.newPage();
  await new AccountScreen(desk).signIn(site.admin);
  await desk.goto(`/dashboard/ebooks/${id}`);
  const form = desk.getByRole('form', { name: 'Dados do livro' });
  await new AdminEbooksScreen(desk).unfold('Como se paga');
  await form.getByLabel('Como se paga em reais').selectOption('Quem compra decide');
  await form.getByLabel('Mínimo em reais (BRL)').fill('10');
  await form.getByLabel('Sugestão em reais (BRL)').fill('5');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(form.getByText('A sugestão não pode ser menor que o mínimo, nem zero.')).toBeVisible();
  await form.getByLabel('Sugestão em reais (BRL)').fill('25');
  await isAccessible(desk);
  await fitsEveryWidth(desk, 'a price that buyers decide', NARROWEST);
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(desk.getByText('Alterações salvas').first()).toBeVisible();

  try {
    const person = await site.newCustomer();
    await new AccountScreen(page).signIn(person);
    const shop = new ShopScreen(page);
    await page.goto(`/shop?q=${encodeURIComponent(title)}`);
    await expect(shop.book(title)).toContainText(/A partir de R\$\s10,00/);
    await shop
      .book(title)
      .getByRole('link', { name: /^Escolher o valor/ })
      .click();
    const amount = page.getByLabel('Quanto você quer pagar?');
    await expect(amount).toHaveValue('25,00');
    await amount.fill('9,99');
    const add = page.getByRole('main').getByRole('button', { name: 'Adicionar ao Carrinho' });
    await add.click();
    await expect(page.getByText(/^O mínimo é R\$\s10,00\.$/)).toBeVisible();
    await expect(amount).toBeFocused();
    await isAccessible(page);
    await fitsEveryWidth(page, 'a book whose buyer decides', NARROWEST);
    await amount.fill('30');
    await shop.addOpenBook(title);
    await shop.openCart();

    const cart = new CartScreen(page);
    const inCart = cart.line(title).getByLabel(/^Valor por unidade/);
    await expect(inCart).toHaveValue('30,00');
    await inCart.fill('1');
    await cart.checkout();
    await expect(inCart).toBeFocused();
    await expect(cart.line(title)).toContainText(/O mínimo é R\$\s10,00\.O mínimo/);
    await isAccessible(page);
    await fitsEveryWidth(page, 'a cart whose buyer decides', NARROWEST);
    await inCart.fill('33,50');
    await page.reload();
    await expect(inCart).toHaveValue('33,50');
    await expect(cart.total()).toContainText(/R\$\s33,50/);
    await cart.checkout();
    const payment = new PaymentScreen(page);
    await expect(payment.payButton()).toHaveText(/^Pagar R\$\s33,50/);
    await payment.payByCard(CARDS.accepted);
    await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();
    const [mail] = await site.mailTo(person.email);
    expect(mail?.text).toMatch(/R\$\s33,50/);
    expect(mail?.text).not.toMatch(/Desconto/);
  } finally {
    await price()
      .update({ ...before, suggested_minor: null })
      .eq('ebook_id', id)
      .eq('currency', 'BRL')
      .throwOnError();
    await owner.close();
  }
});

test('the page of a pay-what-you-want book loads no further file after hydration', async ({ page, site }) => {
  const price = (change: Record<string, number | null>) =>
    site.database.from('list_prices').update(change).eq('ebook_id', id).eq('currency', 'BRL').throwOnError();
  const { data: before } = await site.database
    .from('list_prices')
    .select('amount_minor, suggested_minor')
    .eq('ebook_id', id)
    .eq('currency', 'BRL')
    .single()
    .throwOnError();
  await price({ amount_minor: 1000, suggested_minor: 2500 });
  try {
    const address = `/shop/ebook/${id}`;
    await expect.poll(async () => await (await page.request.get(address)).text()).toContain('Quanto você quer pagar?');
    await page.goto(address, { waitUntil: 'load' });
    const first = await page.evaluate(() => document.querySelector<HTMLElement>('[data-scripts]')?.dataset.scripts ?? '');
    await page.route(
      ({ pathname }) => /^[/]_r[/].*[.]js$/.test(pathname) && !first.includes(pathname),
      () => undefined,
    );
    await page.getByLabel('Quanto você quer pagar?').fill('9,99');
    await page.getByRole('main').getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
    await expect(page.getByText(/^O mínimo é R\$\s10,00\.$/)).toBeVisible();
    await expect(page.getByLabel('Quanto você quer pagar?')).toHaveValue('9,99');
  } finally {
    await price(before ?? {});
  }
});

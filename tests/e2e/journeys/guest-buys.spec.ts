import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { FrameScreen } from '../screens/frame-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, type Page, test } from '../site-test.ts';

const { id, title } = BOOKS.main;

test.use({ viewport: { width: 390, height: 844 }, expectedErrors: /status of 4(04|09|10)/ });

test('a guest buys with an address, reads by the link, and moves the book to an account', async ({ page, site, browser }) => {
  const person = await site.newCustomer();
  const dialog = page.getByRole('dialog', { name: 'Atenção' });
  const cart = new CartScreen(page);
  await new ShopScreen(page).fillCart(id, title);
  await cart.checkout();
  await dialog.getByRole('textbox', { name: 'Seu e-mail' }).fill('ana@gmial.com');
  await dialog.getByRole('button', { name: 'Você quis dizer ana@gmail.com?' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Seu e-mail' })).toHaveValue('ana@gmail.com');
  await isAccessible(page);
  await cart.goOnByEmail(person.email);
  const payment = new PaymentScreen(page);
  await payment.isOpen();
  await expect(page.getByRole('region', { name: 'Resumo' })).toContainText(person.email);
  await payment.payByCard(CARDS.accepted);
  await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();
  const success = page.url();

  await page.getByRole('link', { name: 'Ler ou baixar agora' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Pedido/ })).toBeVisible();
  await isAccessible(page);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^Baixar/ }).click()]);
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);

  // Another browser does not show the order without its link. With the link it shows the book.
  const [mail] = await site.mailTo(person.email, /seus eBooks estão prontos/);
  const link = mail?.links.find((each) => each.includes('/order/')) ?? '';
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(success);
  await expect(elsewhere.getByText('Enviamos o link dos livros para o endereço que você informou.')).toBeVisible();
  await elsewhere.goto(link.replace(/#.*/, `#${'A'.repeat(22)}`));
  await expect(elsewhere.getByRole('heading', { name: 'Este link não abre nenhum pedido' })).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Enviar o link de novo' }).click();
  await expect(elsewhere.getByText(/^Se o pedido foi feito sem conta, o link vai para o e-mail dele/)).toBeVisible();
  await isAccessible(elsewhere);
  await expect.poll(async () => (await site.mailTo(person.email, /seus eBooks estão prontos/)).length).toBe(2);
  // The addresses differ only in the fragment, so an empty page in between forces a document load.
  await elsewhere.goto('about:blank');
  await elsewhere.goto(link);
  await new FrameScreen(elsewhere).skipToContent();
  await expect(elsewhere).toHaveURL(link);
  await elsewhere.reload();
  await elsewhere.getByRole('link', { name: /^Ler/ }).click();
  await expect(elsewhere.getByRole('region', { name: title })).toBeVisible();

  await new AccountScreen(page).signIn(person);
  await page.goto('/user-dashboard?tab=ebooks');
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await elsewhere.goto('about:blank');
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('heading', { name: 'Entre na sua conta' })).toBeVisible();
  await elsewhere.context().close();
});

test("an order's link still works after mail systems have rewritten it", async ({ page, site }) => {
  const person = await site.newCustomer();
  await new ShopScreen(page).fillCart(id, title);
  const cart = new CartScreen(page);
  await cart.checkout();
  await cart.goOnByEmail(person.email);
  const payment = new PaymentScreen(page);
  await payment.isOpen();
  await payment.payByCard(CARDS.accepted);
  await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();
  const [mail] = await site.mailTo(person.email, /seus eBooks estão prontos/);
  const [path = '', key = ''] = (mail?.links.find((each) => each.includes('/order/')) ?? '').split('#');
  await page.evaluate(() => sessionStorage.clear());
  for (const end of [`%23${key}`, `%23${key}?fbclid=x`, `#${key}.`, `#${key}?fbclid=x`, `#${key}&utm_source=x`, `%23${key}%3Futm%3Dx`]) {
    await page.goto('about:blank');
    await page.goto(path + end);
    await expect(page.getByRole('heading', { level: 1, name: /^Pedido/ }), end).toBeVisible();
    await page.evaluate(() => sessionStorage.clear());
  }
  await page.goto('about:blank');
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Abra de novo o link do e-mail' })).toBeVisible();
  await page.getByRole('button', { name: 'Enviar o link de novo' }).click();
  await expect.poll(async () => (await site.mailTo(person.email, /seus eBooks estão prontos/)).length).toBe(2);
});

test('two tabs of a guest’s browser make one payment', async ({ page, context, site }) => {
  const person = await site.newCustomer();
  await new ShopScreen(page).fillCart(id, title);
  const goToPay = async (tab: Page) => {
    const cart = new CartScreen(tab);
    await tab.goto('/cart');
    await cart.checkout();
    await cart.goOnByEmail(person.email);
    const payment = new PaymentScreen(tab);
    await payment.isOpen();
    return payment;
  };
  const second = await context.newPage();
  const first = await goToPay(page);
  const payment = await goToPay(second);
  await first.payByCard(CARDS.accepted);
  await expect(page.frameLocator('iframe[name=embedded-checkout]').getByText('Esta página de pagamento expirou')).toBeVisible();
  await payment.showPix();
  await page.goto('/cart');
  const cart = new CartScreen(page);
  await cart.checkout();
  await cart.goOnByEmail(person.email);
  await expect(page.getByText(/^Este livro já está sendo pago em outra aba/)).toBeVisible();
  await isAccessible(page);
  const { data } = await site.database.from('orders').select('state').eq('buyer_email', person.email).throwOnError();
  expect(data?.map(({ state }) => state).toSorted()).toEqual(['expired', 'waiting']);
});

test('a guest gets a free book by a press on the page of the emailed link', async ({ page, site, browser }) => {
  const person = await site.newCustomer();
  const code = `TUDO-${person.uid.slice(0, 8).toUpperCase()}`;
  await site.database.from('coupons').insert({ code, percent: 100, max_uses: 1 }).throwOnError();
  await page.goto(`/shop?cupom=${code}`);
  const cart = new CartScreen(page);
  await new ShopScreen(page).fillCart(id, title);
  await expect(cart.total()).toContainText(/Total\s*Grátis/);
  await cart.checkout();
  const dialog = page.getByRole('dialog', { name: 'Atenção' });
  await dialog.getByRole('textbox', { name: 'Seu e-mail' }).fill(person.email);
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Enviar o link' }).click();
  await expect(page.getByRole('heading', { name: 'Confira seu e-mail' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(person.email);
  await isAccessible(page);

  const [mail] = await site.mailTo(person.email, /^Seu livro espera por você$/);
  const link = mail?.links.find((each) => each.includes('/order/')) ?? '';
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('heading', { name: 'Seus livros esperam por você' })).toBeVisible();
  await isAccessible(elsewhere);
  const state = async () =>
    (await site.database.from('orders').select('state').eq('buyer_email', person.email).throwOnError()).data?.map((order) => order.state);
  expect(await state()).toEqual(['open']);
  await elsewhere.getByRole('button', { name: 'Receber meus livros' }).click();
  await elsewhere.getByRole('link', { name: /^Ler/ }).click();
  await expect(elsewhere.getByRole('region', { name: title })).toBeVisible();
  expect(await state()).toEqual(['paid']);
  const [second] = await site.mailTo(person.email, /seus eBooks estão prontos/);
  expect(second?.text).toContain('Não havia nada a pagar.');
  await elsewhere.context().close();
});

import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, type Page, type Person, type Site, test } from '../site-test.ts';

const { id, title } = BOOKS.main;

/** A new customer whose cart can be paid. */
async function goToPay(page: Page, site: Site): Promise<{ person: Person; payment: PaymentScreen }> {
  const person = await site.newCustomer();
  await new AccountScreen(page).signIn(person);
  await new ShopScreen(page).fillCart(id, title);
  await new CartScreen(page).checkout();
  const payment = new PaymentScreen(page);
  await payment.isOpen();
  return { person, payment };
}

async function ordersOf(site: Site, person: Person) {
  const { data, error } = await site.database.from('orders').select('id, state, total_minor').eq('buyer_uid', person.uid);
  if (error) throw error;
  return data;
}

const thankYou = (page: Page) => page.getByRole('heading', { name: 'Agradecemos a sua compra!' });

test('a boleto is found again on the order and in the mail, given up, and its book bought by card', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { person, payment } = await goToPay(page, site);
  const session = payment.sessionId();
  await payment.payByBoleto();
  const boleto = page.getByRole('region', { name: 'Boleto' });
  await expect(boleto.getByText(/^Pague o boleto até \d\d\/\d\d para receber os livros\.$/)).toBeVisible();
  await expect(page.getByText('Não é preciso pagar de novo')).toHaveCount(0);
  await boleto.getByRole('button', { name: 'Copiar número' }).click();
  await expect(page.getByText('Número do boleto copiado!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d{47}$/);
  await expect(boleto.getByRole('link', { name: /Baixar em PDF/ })).toHaveAttribute('href', /\/pdf$/);
  await expect(boleto.getByRole('link', { name: /Ver o boleto/ })).toHaveAttribute('href', new RegExp(`/c/boleto/${session}`));

  await expect.poll(async () => (await site.mailTo(person.email)).map(({ subject }) => subject).join()).toMatch(/pague o boleto até/);
  const letter = await context.newPage();
  await letter.setViewportSize({ width: 320, height: 700 });
  await letter.setContent((await site.mailTo(person.email, /pague o boleto até/))[0]?.html ?? '');
  expect(await letter.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await letter.close();

  const [order] = await ordersOf(site, person);
  await page.goto(`/user-dashboard/orders/${order?.id}`);
  await expect(page.getByText('E-mail enviado: como pagar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar boleto' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelar este boleto?' });
  await dialog.getByRole('button', { name: 'Cancelar boleto' }).click();
  await expect(page.getByText('Você cancelou o boleto e nada foi cobrado.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Boleto' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Comprar de novo' }).click();
  await new CartScreen(page).checkout();
  await payment.isOpen();
  await payment.payByCard(CARDS.accepted);
  await expect(thankYou(page)).toBeVisible();
  await page.getByRole('link', { name: 'Ler agora' }).click();
  await expect(page).toHaveURL(/\/user-dashboard\/read\//);
});

test('a Pix that lapses is told of and tried again; its code is on the order, which shows by itself that it was paid', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { person, payment } = await goToPay(page, site);
  const session = payment.sessionId();
  await payment.showPix();
  await expect.poll(async () => (await ordersOf(site, person))[0]?.state).toBe('waiting');
  await payment.answerPix('Deixar vencer (teste)');
  await expect(payment.refusal()).toContainText('O Pix expirou');
  await expect.poll(async () => (await site.mailTo(person.email)).map(({ subject }) => subject).join()).toMatch(/o Pix venceu/);

  const [order] = await ordersOf(site, person);
  await page.goto(`/user-dashboard/orders/${order?.id}`);
  await expect(page.getByText('O Pix expirou e nada foi cobrado.')).toBeVisible();
  await page.getByRole('button', { name: 'Comprar de novo' }).click();
  await new CartScreen(page).checkout();
  await payment.isOpen();
  expect(payment.sessionId()).toBe(session);
  await payment.showPix();
  await expect.poll(async () => (await ordersOf(site, person))[0]?.state).toBe('waiting');

  await page.goto(`/user-dashboard/orders/${order?.id}`);
  const pix = page.getByRole('region', { name: 'Pix' });
  await expect(pix.getByText(/^O Pix vence às \d\d:\d\d\. Pague até lá para receber os livros\.$/)).toBeVisible();
  await expect(pix.getByRole('img', { name: 'QR Code do Pix' })).toBeVisible();
  await isAccessible(page);
  await pix.getByRole('button', { name: 'Copiar código' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('br.gov.bcb.pix');
  await site.payment(`sessions/${session}/settle`, { outcome: 'paid' });
  await expect(page.getByText('O pagamento foi confirmado.')).toBeVisible({ timeout: 15_000 });
});

test('a book whose boleto waits is not sold again: shelf, page and cart lead to its order', async ({ page, site }) => {
  const { person, payment } = await goToPay(page, site);
  await payment.payByBoleto();
  await expect(page.getByRole('heading', { name: 'Aguardando o pagamento' })).toBeVisible();
  const [order] = await ordersOf(site, person);
  const address = `/user-dashboard/orders/${order?.id}`;
  const shop = new ShopScreen(page);

  await page.goto(`/shop/ebook/${id}`);
  await expect(shop.way('Ver o pedido')).toHaveAttribute('href', address);
  await expect(page.getByRole('button', { name: 'Adicionar ao Carrinho' })).toHaveCount(0);
  await isAccessible(page);
  await shop.open();
  await expect(shop.book(title).getByRole('link', { name: 'Pedido feito, aguardando o pagamento' })).toHaveAttribute('href', address);

  // A cart of another device, or of before the order.
  const second = BOOKS.second;
  await shop.fillCart(second.id, second.title);
  await page.evaluate(
    (ids) => localStorage.setItem('cart', JSON.stringify({ state: { lines: ids.map((book) => ({ id: book, quantity: 2 })) }, version: 1 })),
    [id, second.id],
  );
  await page.goto('/cart');
  const cart = new CartScreen(page);
  await expect(cart.line(title)).toContainText('Ele não entra nesta compra.');
  // Of the other book one copy for the buyer, and one to give.
  await expect(cart.total()).toContainText('2 itens');
  await isAccessible(page);
  await cart.line(title).getByRole('link', { name: 'Ver o pedido' }).click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
});

test('a boleto that is never paid leaves nothing behind but its message', async ({ page, site }) => {
  const { person, payment } = await goToPay(page, site);
  const session = payment.sessionId();
  await payment.payByBoleto();
  await expect(page.getByRole('heading', { name: 'Aguardando o pagamento' })).toBeVisible();
  await site.payment(`sessions/${session}/settle`, { outcome: 'failed' });
  await page.goto(`/success?session_id=${session}`);
  await expect(page.getByRole('heading', { name: 'O boleto venceu' })).toBeVisible();
  expect(await ordersOf(site, person)).toMatchObject([{ state: 'failed' }]);
  await page.getByRole('button', { name: 'Comprar de novo' }).click();
  await expect(new CartScreen(page).line(title)).toBeVisible();
});

test('the success page fulfils when no webhook comes', async ({ page, site }) => {
  await site.payment('webhooks/pause');
  try {
    const { person, payment } = await goToPay(page, site);
    await payment.payByCard(CARDS.accepted);
    await expect(thankYou(page)).toBeVisible({ timeout: 20_000 });
    expect(await ordersOf(site, person)).toMatchObject([{ state: 'paid' }]);
    await expect.poll(async () => (await site.mailTo(person.email)).length).toBe(1);
  } finally {
    await site.payment('webhooks/resume');
  }
});

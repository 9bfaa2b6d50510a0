import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, type Page, type Person, type Site, test } from '../site-test.ts';

const { id, title } = BOOKS.main;

/** Creates a customer with a cart that can be paid. */
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

test('a declined card costs nothing and another one pays the same order', async ({ page, site }) => {
  const { person, payment } = await goToPay(page, site);
  await payment.payByCard(CARDS.declined);
  await expect(payment.refusal()).toContainText('recusou');
  await payment.payByCard(CARDS.accepted);
  await expect(thankYou(page)).toBeVisible();
  expect(await ordersOf(site, person)).toMatchObject([{ state: 'paid' }]);
  expect(await site.mailTo(person.email)).toHaveLength(1);
});

test('a failed 3-D Secure check can be tried again', async ({ page, site }) => {
  const { person, payment } = await goToPay(page, site);
  await payment.payByCard(CARDS.threeDSecure);
  await payment.answerChallenge('Falhar autenticação');
  await expect(payment.refusal()).toBeVisible();
  await payment.payByCard(CARDS.threeDSecure);
  await payment.answerChallenge('Concluir autenticação');
  await expect(thankYou(page)).toBeVisible();
  expect(await ordersOf(site, person)).toMatchObject([{ state: 'paid' }]);
});

test('a boleto waits and is then paid, with an email each time', async ({ page, site }) => {
  const { person, payment } = await goToPay(page, site);
  const session = payment.sessionId();
  await payment.payByBoleto();
  await expect(page.getByRole('heading', { name: 'Aguardando o pagamento' })).toBeVisible();
  expect(await ordersOf(site, person)).toMatchObject([{ state: 'waiting' }]);
  await expect.poll(async () => (await site.mailTo(person.email)).length).toBe(1);

  const account = new AccountScreen(page);
  await account.openLibrary();
  await expect(page.getByText('Sua biblioteca está esperando o primeiro livro')).toBeVisible();

  await site.payment(`sessions/${session}/settle`, { outcome: 'paid' });
  await expect.poll(async () => (await site.mailTo(person.email)).length).toBe(2);
  await account.openLibrary();
  await expect(account.book(title)).toBeVisible();
});

test('a boleto is found on the order and in the email, given up, and its book bought by card', async ({ page, context, site }) => {
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
  const email = await context.newPage();
  await email.setViewportSize({ width: 320, height: 700 });
  await email.setContent((await site.mailTo(person.email, /pague o boleto até/))[0]?.html ?? '');
  expect(await email.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await email.close();

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

test('an expired Pix is reported, and its order can be paid by another Pix', async ({ page, context, site }) => {
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

test('the success page notices a late Pix payment, by itself and when the buyer asks', async ({ page, site }) => {
  const { payment } = await goToPay(page, site);
  await payment.showPix();
  const session = payment.sessionId();
  await page.clock.install();
  await page.goto(`/success?session_id=${session}`);
  const pix = page.getByRole('region', { name: 'Pix' });
  await expect(pix).toBeVisible();
  for (let minutes = 0; minutes < 3; minutes += 0.5) {
    const answer = page.waitForResponse((response) => response.url().endsWith('/send-purchase-email'));
    await page.clock.fastForward(30_000);
    await answer;
  }
  await page.clock.fastForward(6_000);
  await pix.getByRole('button', { name: 'Já paguei, verificar agora' }).click();
  await expect(page.getByText(/^Ainda não recebemos o Pix/)).toBeVisible();
  await isAccessible(page);

  await site.payment(`sessions/${session}/settle`, { outcome: 'paid' });
  await page.clock.fastForward(16_000);
  await expect(thankYou(page)).toBeVisible();
});

test('a Pix is paid on the payment page', async ({ page, site }) => {
  const { person, payment } = await goToPay(page, site);
  await payment.showPix();
  await payment.answerPix('Pagar este Pix (teste)');
  await expect(thankYou(page)).toBeVisible();
  expect(await ordersOf(site, person)).toMatchObject([{ state: 'paid' }]);
});

test('a book with a pending boleto is not sold again: shelf, page and cart link to its order', async ({ page, site }) => {
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

  // The cart is from another device, or older than the order.
  const second = BOOKS.second;
  await shop.fillCart(second.id, second.title);
  await page.evaluate(
    (ids) => localStorage.setItem('cart', JSON.stringify({ state: { lines: ids.map((book) => ({ id: book, quantity: 2 })) }, version: 1 })),
    [id, second.id],
  );
  await page.goto('/cart');
  const cart = new CartScreen(page);
  await expect(cart.line(title)).toContainText('Ele não entra nesta compra.');
  // The other book has one copy for the buyer and one gift.
  await expect(cart.total()).toContainText('2 itens');
  await isAccessible(page);
  await cart.line(title).getByRole('link', { name: 'Ver o pedido' }).click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
});

test('a boleto that is never paid leaves only its message', async ({ page, site }) => {
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

test('paying in a second tab after going back makes one order and one payment', async ({ page, context, site }) => {
  const { person, payment } = await goToPay(page, site);
  const session = payment.sessionId();
  await page.goBack();
  await expect(new CartScreen(page).line(title)).toBeVisible();

  const second = await context.newPage();
  await second.goto('/cart');
  await new CartScreen(second).checkout();
  const secondPayment = new PaymentScreen(second);
  await secondPayment.isOpen();
  expect(secondPayment.sessionId()).toBe(session);
  await secondPayment.payByCard(CARDS.accepted);
  await expect(thankYou(second)).toBeVisible();

  await page.goto('/checkout');
  await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();
  expect(await ordersOf(site, person)).toMatchObject([{ state: 'paid' }]);
  expect(await site.mailTo(person.email)).toHaveLength(1);
});

test('a tab closed after paying still gets its order and email', async ({ page, site }) => {
  const { person, payment } = await goToPay(page, site);
  await page.route('**/success**', (route) => route.abort());
  await payment.payByCard(CARDS.accepted);
  await expect.poll(async () => (await site.mailTo(person.email)).length).toBe(1);
  expect(await ordersOf(site, person)).toMatchObject([{ state: 'paid' }]);
});

test('the success page completes the order even if no webhook arrives', async ({ page, site }) => {
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

test("another person's success page shows nothing of the purchase", async ({ page, browser, site }) => {
  const { payment } = await goToPay(page, site);
  const session = payment.sessionId();
  await payment.payByCard(CARDS.accepted);
  await expect(thankYou(page)).toBeVisible();

  const other = await browser.newContext({ baseURL: site.site, locale: 'pt-BR' });
  const otherPage = await other.newPage();
  await new AccountScreen(otherPage).signIn(await site.newCustomer());
  await otherPage.goto(`/success?session_id=${session}`);
  await expect(otherPage.getByRole('heading', { name: 'Compra não encontrada' })).toBeVisible();
  await expect(otherPage.getByText(title)).toHaveCount(0);
  await other.close();
});

test('a refund removes the book, and a won dispute restores it', async ({ page, site }) => {
  const { person, payment } = await goToPay(page, site);
  const session = payment.sessionId();
  await payment.payByCard(CARDS.accepted);
  await expect(thankYou(page)).toBeVisible();
  const account = new AccountScreen(page);

  await site.payment(`sessions/${session}/dispute`);
  await account.openLibrary();
  await expect(page.getByText('Sua biblioteca está esperando o primeiro livro')).toBeVisible();
  await site.payment(`sessions/${session}/close-dispute`, { outcome: 'won' });
  await account.openLibrary();
  await expect(account.book(title)).toBeVisible();

  await site.payment(`sessions/${session}/refund`);
  await account.openLibrary();
  await expect(page.getByText('Sua biblioteca está esperando o primeiro livro')).toBeVisible();
  expect(await ordersOf(site, person)).toMatchObject([{ state: 'refunded' }]);
});

import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, type Page, test } from '../site-test.ts';

const { id, title } = BOOKS.main;
const SCRIPT = '**/endive/stripe.js';
const FRAME = '**/c/embed/**';

const thankYou = (page: Page) => page.getByRole('heading', { name: 'Agradecemos a sua compra!' });

test.describe('the payment page on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a buyer pays on our page after a declined card, with 3-D Secure', async ({ page, site }) => {
    await new AccountScreen(page).signIn(await site.newCustomer());
    await new ShopScreen(page).fillCart(id, title);
    const cart = new CartScreen(page);
    await cart.checkout();
    const payment = new PaymentScreen(page);
    await payment.isOpen();
    await expect(page).toHaveURL(/\/checkout$/);
    await expect(page.getByRole('region', { name: 'Resumo' })).toContainText(title);
    await isAccessible(page);
    await payment.payByCard(CARDS.declined);
    await expect(payment.refusal()).toContainText('recusou');

    // Both directions load a document, because only the payment page has its own permissions policy.
    const mayPay = async (path: string) => (await page.request.get(path)).headers()['permissions-policy'];
    expect(await mayPay('/checkout')).toContain(`payment=(self "${site.payments}")`);
    expect(await mayPay('/cart')).toContain('payment=()');
    await page.goBack();
    await expect(cart.line(title)).toBeVisible();
    expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toMatch(/\/cart$/);
    await cart.checkout();
    await payment.payByCard(CARDS.threeDSecure);
    await payment.answerChallenge('Concluir autenticação');
    await expect(thankYou(page)).toBeVisible();
    expect(page.url()).toContain(`/success?session_id=`);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();
  });
});

test.describe('a payment page whose script or frame does not load', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('without the provider’s frame the buyer pays on the provider’s own page, and only one page can ever be paid', async ({
    page,
    site,
  }) => {
    const person = await site.newCustomer();
    const openOrders = async () => {
      const { data } = await site.database.from('orders').select('session_id').eq('buyer_uid', person.uid).eq('state', 'open');
      return data?.map(({ session_id }) => session_id);
    };
    await new AccountScreen(page).signIn(person);
    await new ShopScreen(page).fillCart(id, title);
    const cart = new CartScreen(page);
    const hosted = new PaymentScreen(page, 'hosted');

    await page.route(SCRIPT, (route) => route.abort());
    await cart.checkout();
    await hosted.isOpen();
    const first = hosted.sessionId();
    expect(await openOrders()).toEqual([first]);
    await hosted.cancel();
    await expect(page).toHaveURL(/\/cancel/);
    await page
      .getByRole('main')
      .getByRole('link', { name: /carrinho/i })
      .click();
    await expect(cart.line(title)).toBeVisible();

    // The provider does not answer, and the buyer must not wait for ever.
    await page.unroute(SCRIPT);
    await page.route(SCRIPT, () => undefined);
    await cart.checkout();
    await hosted.isOpen();
    expect(hosted.sessionId()).toBe(first);
    await page.goBack();
    await expect(cart.line(title)).toBeVisible();

    await page.unroute(SCRIPT);
    await page.route(FRAME, (route) => route.abort());
    await cart.checkout();
    await expect(page.getByRole('alert')).toContainText('O formulário de pagamento não apareceu', { timeout: 15_000 });
    await isAccessible(page);
    const [embedded] = (await openOrders()) ?? [];
    expect(embedded).not.toBe(first);
    await page.getByRole('button', { name: 'Abrir a página de pagamento' }).click();
    await hosted.isOpen();
    expect(await openOrders()).toEqual([hosted.sessionId()]);
    await hosted.payByCard(CARDS.accepted);
    await expect(thankYou(page)).toBeVisible();
  });
});

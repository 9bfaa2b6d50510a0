import { randomBytes, randomUUID } from 'node:crypto';
import { COUPON_KEY } from '@site/shared/contracts/coupon-rules.ts';
import type { CartQuote } from '@site/shared/contracts/quote.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { paymentTools } from '../contract/api/payment-tools.ts';
import { BOOKS } from './screens/known-books.ts';
import { expect, type Page, type Site } from './site-test.ts';

/** A coupon that appears in a cart, and never in an order. */
const COUPON = 'CABE-EM-TODA-TELA';
/** Orders with an own copy and a gift, with gifts only, and with a group gift. */
const LINES = [
  { id: BOOKS.main.id, quantity: 2 },
  { id: BOOKS.second.id, quantity: 1, gift: 'all' },
  { id: BOOKS.sampled.id, quantity: 3, gift: 'group' },
];
const aGuest = () => ({ email: `leitora-${randomUUID()}@leitores.test`, key: randomBytes(16).toString('base64url'), openForMs: 60_000 });

/** The address of a cart that `fillCart` filled. */
export const FULL_CART = `${paths.cart.href()}?cupom=${COUPON}`;

/** Fills the visitor's cart, and stores the buyer's address, so that the payment page asks for nothing more. */
export async function fillCart(page: Page, site: Site): Promise<void> {
  await site.database.from('coupons').upsert({ code: COUPON, percent: 15 }, { onConflict: 'code' }).throwOnError();
  await page.evaluate(
    ([lines, guest]) => {
      localStorage.setItem('cart', JSON.stringify({ state: { lines }, version: 1 }));
      sessionStorage.setItem('guest', JSON.stringify(guest));
    },
    [LINES, aGuest()] as const,
  );
}

/** Empties the visitor's cart. */
export const emptyCart = (page: Page): Promise<void> =>
  page.evaluate((coupon) => {
    localStorage.removeItem('cart');
    sessionStorage.removeItem('guest');
    sessionStorage.removeItem(coupon);
  }, COUPON_KEY);

/** Returns the addresses of a paid guest order and its gifts, each with its key. */
export async function aGuestOrder(page: Page, site: Site): Promise<{ order: string; gifts: string[] }> {
  const guest = aGuest();
  const asked = { items: LINES.map(({ id, quantity }) => ({ id, quantity })), currency: 'BRL' };
  const { lines }: CartQuote = await (await page.request.post('/api/quote', { data: asked })).json();
  const items = LINES.map((line) => {
    const found = lines.find(({ id }) => id === line.id);
    return { ...line, price: (found?.paid.minor ?? 0) / line.quantity };
  });
  const body = { items, guest, currency: 'BRL', locale: 'pt-BR', attemptId: randomUUID() };
  const answer = await page.request.post('/api/create-checkout-session', { data: body });
  expect(answer.status(), await answer.text()).toBe(200);
  await paymentTools(site.payments).payByCard((await answer.json()).sessionId);
  const [mail] = await site.mailTo(guest.email, /seus eBooks estão prontos/);
  const { pathname, hash } = new URL(mail?.links.find((link) => link.includes('/order/')) ?? '');
  await page.goto(pathname + hash);
  const links = page.locator('#presentes').getByText(/[/]gift[/]/);
  await expect(links).toHaveCount(3);
  const gifts = (await links.allTextContents()).map((link) => new URL(link)).map((link) => link.pathname + link.hash);
  return { order: pathname + hash, gifts };
}

import type { CheckoutAnswer, CheckoutUi } from '@site/shared/contracts/checkout.ts';
import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import Stripe from 'stripe';
import { AppError } from '../../../base/app-error.ts';
import { callStripe, paymentUnavailable } from '../../../gateways/stripe/payments.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { OrderRow } from '../orders/orders.service.ts';
import { expireSession } from '../payments/expire-session.ts';
import { fulfil } from '../payments/fulfil.ts';
import { buildSessionParams } from './session-params.ts';

type PageDeps = Pick<Deps, 'data' | 'payments' | 'log' | 'wakeMail' | 'env' | 'clock'>;

type Page = Exclude<CheckoutAnswer, { orderId: string } | { linkSentTo: string }>;

/** The only currency in which Stripe accepts Pix. */
const PIX_CURRENCY = 'BRL';

/** Returns the books of a free order that its guest received. Such an order has no payment session to show. */
const booksOf = ({ id, items }: OrderRow): BoughtEbook[] =>
  items.map(({ ebook_id }) => ({ ebookId: ebook_id, standing: 'owned', orderId: id }));

/**
 * Throws when the order's money has arrived or is on its way, so that nobody pays for the cart twice: `already_paid`, or `ebook_owned` for
 * books that a guest received for free.
 */
export function refuseSecondPayment(order: OrderRow): void {
  if (order.state === 'open' || order.state === 'expired' || order.state === 'failed') return;
  if (order.state === 'refunded' && !order.is_delivered) return;
  if (order.total_minor === 0 && order.buyer_uid === null) throw new AppError('ebook_owned', { bought: booksOf(order) });
  throw new AppError('already_paid', order.session_id === null ? {} : { sessionId: order.session_id });
}

/**
 * Returns whether a retry with the same key would only repeat the failure. For a day Stripe repeats its first response to a key, even its
 * own failures (docs.stripe.com/api/idempotent_requests), and rejects any other request with that key.
 */
const isKeptFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof AppError && error.cause instanceof Stripe.errors.StripeAPIError);

/** Returns the page of an open session. Null when the session has ended or belongs to the other kind of page. */
function pageOf({ id, status, url, client_secret }: Stripe.Checkout.Session, ui: CheckoutUi): Page | null {
  if (status !== 'open') return null;
  if (ui === 'embedded') return client_secret ? { sessionId: id, clientSecret: client_secret } : null;
  return url ? { sessionId: id, url } : null;
}

/** Returns whether Stripe rejected the Pix options, as it does for accounts that may not use them. */
const refusesPix = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.param?.startsWith('payment_method_options') === true;

/** Returns whether Stripe rejected the buyer's email address. */
const refusesEmail = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'email_invalid';

/**
 * Calls Stripe like `callStripe`, but throws `payment_unavailable` if the key may not create payment pages, because then no order can be
 * paid.
 */
async function callForPage<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await callStripe(call);
  } catch (error) {
    throw error instanceof Stripe.errors.StripePermissionError ? paymentUnavailable(error) : error;
  }
}

async function createSession({ payments, env, log }: PageDeps, order: OrderRow, ui: CheckoutUi): Promise<Stripe.Checkout.Session | null> {
  const create = (withPix: boolean, idempotencyKey: string) =>
    callForPage(payments.stripe.checkout.sessions.create(buildSessionParams(order, env, ui, withPix), { idempotencyKey }));
  // The key depends only on the order: a retry after a lost response, a double click and a second tab all get the same page.
  const key = `order-${order.id}`;
  if (order.currency !== PIX_CURRENCY) return await create(false, key);
  try {
    return await create(true, key);
  } catch (error) {
    if (!refusesPix(error)) throw error;
    log.warn({ orderId: order.id, err: error }, 'payment page opened without the Pix conditions');
    return await create(false, `${key}-without-pix`);
  }
}

/** The reason why Stripe opened no page. The order is already closed when a function returns this value. */
type Failed = { failure: unknown };

async function openPage(deps: PageDeps, order: OrderRow, ui: CheckoutUi): Promise<Page | Failed | null> {
  let session: Stripe.Checkout.Session | null;
  try {
    session = await createSession(deps, order, ui);
  } catch (error) {
    if (refusesEmail(error)) {
      await deps.data.sql.dropOrderDraft({ orderId: order.id });
      // Thrown without its cause, which contains the address.
      throw new AppError('invalid_input', { fields: { [order.buyer_uid === null ? 'guest.email' : 'email']: 'invalid' } });
    }
    if (!isKeptFailure(error)) throw error;
    // Stripe failed, or a cover changed between two attempts. No buyer got a page of this order, so the order can never be paid.
    deps.log.warn({ orderId: order.id, err: error }, 'order abandoned: no payment page');
    await deps.data.sql.dropOrderDraft({ orderId: order.id });
    return { failure: error };
  }
  const page = session && pageOf(session, ui);
  if (!page) throw new Error(`Stripe gave no page for order ${order.id}`);
  // The buyer gets the page only after the order knows its session.
  if ((await deps.data.sql.attachSession({ orderId: order.id, sessionId: page.sessionId })) === page.sessionId) return page;
  // The order was dropped or superseded meanwhile, or another page of this buyer sells one of its books.
  await expireSession(deps, page.sessionId);
  await deps.data.sql.dropOrderDraft({ orderId: order.id });
  return null;
}

/** Returns the order's page while the order can be paid. Null when the order has ended, so that the cart needs another order. */
export async function findPage(deps: PageDeps, order: OrderRow, ui: CheckoutUi): Promise<Page | Failed | null> {
  if (order.session_id === null) return await openPage(deps, order, ui);
  const session = await callForPage(deps.payments.stripe.checkout.sessions.retrieve(order.session_id));
  const page = session && pageOf(session, ui);
  if (page) return page;
  const settled = await fulfil(deps, order.session_id);
  if (settled) refuseSecondPayment(settled);
  return null;
}

/** Closes an older payment page for one of the books. The next query to the database shows whether the older page was paid. */
export async function closeOlder(deps: PageDeps, order: OrderRow): Promise<void> {
  if (order.session_id === null) {
    await deps.data.sql.dropOrderDraft({ orderId: order.id });
    return;
  }
  await expireSession(deps, order.session_id);
  await fulfil(deps, order.session_id);
}

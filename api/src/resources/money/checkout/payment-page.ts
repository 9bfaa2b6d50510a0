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

/** The only one in which Stripe takes Pix. */
const PIX_CURRENCY = 'BRL';

/** The books of an order that its guest received: there is no session to show the purchase of. */
const booksOf = ({ id, items }: OrderRow): BoughtEbook[] =>
  items.map(({ ebook_id }) => ({ ebookId: ebook_id, standing: 'owned', orderId: id }));

/**
 * Money is there or on its way: nothing more may be paid for this cart. Throws `already_paid`, and `ebook_owned` for what a guest received.
 */
export function refuseSecondPayment(order: OrderRow): void {
  if (order.state === 'open' || order.state === 'expired' || order.state === 'failed') return;
  if (order.state === 'refunded' && !order.is_delivered) return;
  if (order.total_minor === 0 && order.buyer_uid === null) throw new AppError('ebook_owned', { bought: booksOf(order) });
  throw new AppError('already_paid', order.session_id === null ? {} : { sessionId: order.session_id });
}

/**
 * Whether another try with the same key would only bring the same failure: Stripe keeps what it answered to a key for a day, its own
 * failures too (docs.stripe.com/api/idempotent_requests), and takes no other request under it.
 */
const isKeptFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof AppError && error.cause instanceof Stripe.errors.StripeAPIError);

/** Where the buyer pays an open session; null when it is over or of the other kind. */
function pageOf({ id, status, url, client_secret }: Stripe.Checkout.Session, ui: CheckoutUi): Page | null {
  if (status !== 'open') return null;
  if (ui === 'embedded') return client_secret ? { sessionId: id, clientSecret: client_secret } : null;
  return url ? { sessionId: id, url } : null;
}

/** Whether Stripe refused what is said of Pix, as it does to accounts that may not have it so. */
const refusesPix = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.param?.startsWith('payment_method_options') === true;

/** Whether Stripe refused the buyer's address. */
const refusesEmail = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'email_invalid';

/** As `callStripe`; without the right to payment pages no order can be paid. */
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
  // The same order asks for the same page: a try whose answer was lost, a double click and a second tab find it again.
  const key = `order-${order.id}`;
  if (order.currency !== PIX_CURRENCY) return await create(false, key);
  try {
    return await create(true, key);
  } catch (error) {
    if (!refusesPix(error)) throw error;
    log.warn({ orderId: order.id, err: error }, 'payment page without the terms for Pix');
    return await create(false, `${key}-without-pix`);
  }
}

/** The reason why Stripe opened no page. The order is closed then. */
type Failed = { failure: unknown };

async function openPage(deps: PageDeps, order: OrderRow, ui: CheckoutUi): Promise<Page | Failed | null> {
  let session: Stripe.Checkout.Session | null;
  try {
    session = await createSession(deps, order, ui);
  } catch (error) {
    if (refusesEmail(error)) {
      await deps.data.sql.dropOrderDraft({ orderId: order.id });
      // Without its cause, which names the address.
      throw new AppError('invalid_input', { fields: { [order.buyer_uid === null ? 'guest.email' : 'email']: 'invalid' } });
    }
    if (!isKeptFailure(error)) throw error;
    // Stripe failed, or the cover changed between two tries. No page of this order was handed out, so it can never be paid.
    deps.log.warn({ orderId: order.id, err: error }, 'order given up without a payment page');
    await deps.data.sql.dropOrderDraft({ orderId: order.id });
    return { failure: error };
  }
  const page = session && pageOf(session, ui);
  if (!page) throw new Error(`Stripe gave no page for order ${order.id}`);
  // The buyer gets the address only after the order knows the session.
  if ((await deps.data.sql.attachSession({ orderId: order.id, sessionId: page.sessionId })) === page.sessionId) return page;
  // Dropped or superseded meanwhile, or another page of this buyer sells one of its books.
  await expireSession(deps, page.sessionId);
  await deps.data.sql.dropOrderDraft({ orderId: order.id });
  return null;
}

/** The order's page while it can be paid; null when it is over, and another order is needed. */
export async function findPage(deps: PageDeps, order: OrderRow, ui: CheckoutUi): Promise<Page | Failed | null> {
  if (order.session_id === null) return await openPage(deps, order, ui);
  const session = await callForPage(deps.payments.stripe.checkout.sessions.retrieve(order.session_id));
  const page = session && pageOf(session, ui);
  if (page) return page;
  const settled = await fulfil(deps, order.session_id);
  if (settled) refuseSecondPayment(settled);
  return null;
}

/** Ends an older payment page of one of the books. The next question to the database tells whether it was paid. */
export async function closeOlder(deps: PageDeps, order: OrderRow): Promise<void> {
  if (order.session_id === null) {
    await deps.data.sql.dropOrderDraft({ orderId: order.id });
    return;
  }
  await expireSession(deps, order.session_id);
  await fulfil(deps, order.session_id);
}

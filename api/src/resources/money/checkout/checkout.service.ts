import { randomUUID } from 'node:crypto';
import { MAX_PAYMENT_MINOR } from '@site/shared/contracts/cart-rules.ts';
import type { CheckoutAnswer, CheckoutRequest } from '@site/shared/contracts/checkout.ts';
import { HIGHEST_PRICE } from '@site/shared/contracts/ebook-rules.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { checkAmount } from '@site/shared/money/chosen-amount.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import { type Money, toMoney } from '@site/shared/money/money.ts';
import type { OpenPrice } from '@site/shared/money/open-price.ts';
import { type Quote, quoteOf } from '@site/shared/money/quote.ts';
import type { Wishes } from '@site/shared/preferences/resolve-preferences.ts';
import { AppError } from '../../../base/app-error.ts';
import { paymentUnavailable } from '../../../gateways/stripe/payments.ts';
import type { Deps } from '../../../platform/deps.ts';
import { mailboxOf } from '../../../platform/mailbox.ts';
import { limitUse } from '../../../platform/rate-limit.ts';
import { limitGuesses } from '../../shop/promotions/coupon-guesses.ts';
import { type Asker, getReductions, promotionsOf, quoteCart, type Reductions } from '../../shop/promotions/quote.service.ts';
import { getContent } from '../../site/content/content.service.ts';
import { getTermsVersion } from '../../site/content/legal.service.ts';
import { nameOrigin } from '../../site/visits/origin-name.ts';
import { toBoughtEbook } from '../orders/bought-row.ts';
import { type Draft, type OpenedOrder, openOrder } from '../orders/orders.service.ts';
import { closeOlder, findPage, refuseSecondPayment } from './payment-page.ts';

type CheckoutDeps = Pick<Deps, 'data' | 'payments' | 'log' | 'wakeMail' | 'env' | 'clock'>;

/** An account or a guest. For a guest, `guestDigest` identifies the browser tab and `browserDigest` the browser. */
export type Buyer = Pick<Draft, 'uid' | 'guestDigest' | 'browserDigest' | 'email' | 'name'>;

/** An order may end while its payment page is being opened. The next round opens another order. */
const ROUNDS = 4;

/**
 * Returns the currency of a cart: the requested one, else the visitor's if the shop sells in it, else the default. Throws
 * `currency_not_sold`.
 */
export async function chooseCurrency(
  deps: Pick<Deps, 'data' | 'env' | 'log'>,
  asked: Currency | undefined,
  visitor: Pick<Wishes, 'currency'>,
): Promise<Currency> {
  const { currencies } = await getContent(deps, 'currencies');
  const currency = asked ?? currencies.sold.find((sold) => sold === visitor.currency) ?? currencies.default;
  if (!currencies.sold.includes(currency)) throw new AppError('currency_not_sold');
  return currency;
}

/**
 * Throws `invalid_input` for an amount that is not allowed for a pay-what-you-want book. An amount below the minimum counts as a changed
 * price and is reported later.
 */
function refuseAmounts(items: CheckoutRequest['items'], open: ReadonlyMap<string, OpenPrice>): void {
  for (const [index, { id, price }] of items.entries()) {
    const terms = open.get(id);
    const problem = terms && checkAmount(price, terms);
    if (problem && problem !== 'below_least') throw new AppError('invalid_input', { fields: { [`items.${index}.price`]: problem } });
  }
}

/** The facts of a checkout that are the same in each of its rounds. */
type Checkout = Pick<Draft, 'locale' | 'attemptId' | 'termsVersion' | 'ui'> & {
  buyer: Buyer;
  request: CheckoutRequest;
  currency: Currency;
  address: string;
  /** The price of one copy of each book, as the buyer saw it. */
  agreed: ReadonlyMap<string, Money>;
};
type Priced = { quote: Quote; reductions: Reductions };

async function beginCheckout(
  deps: CheckoutDeps,
  buyer: Buyer,
  request: CheckoutRequest,
  visitor: Pick<Wishes, 'currency' | 'locale'> & { address: string },
): Promise<Checkout> {
  const { items, locale = visitor.locale, attemptId = randomUUID(), ui = 'hosted' } = request;
  const currency = await chooseCurrency(deps, request.currency, visitor);
  const termsVersion = await getTermsVersion(deps);
  // The order is created only if these prices match the catalogue, whose prices never exceed the highest price.
  const agreed = new Map(items.map(({ id, price }) => [id, toMoney(Math.min(price, HIGHEST_PRICE), currency)]));
  return { buyer, request, address: visitor.address, locale, currency, attemptId, ui, termsVersion, agreed };
}

/**
 * Returns the buyer as the person who asks for a quote. The checkout applies the reductions of the buyer's address. Only a quote hides
 * whether an unconfirmed address has reductions.
 */
const askerOf = ({ buyer }: Checkout): Asker => ({ ...buyer, emailVerified: true });

/** Returns the reductions for a cart. The first look-up of a coupon counts as a guess. Throws `too_many_requests`. */
async function findReductions(deps: CheckoutDeps, checkout: Checkout, isFirst: boolean): Promise<Reductions> {
  const { currency, address, request } = checkout;
  const { items, coupon } = request;
  const lookUp = () => getReductions(deps, { items, currency, coupon }, askerOf(checkout));
  return isFirst ? await limitGuesses(deps, { coupon, address }, lookUp, ({ obstacle }) => obstacle !== 'unknown') : await lookUp();
}

/** Returns the quote for the agreed prices. Throws `invalid_input` for amounts that are not allowed, or whose total is too high. */
function quoteCheckout({ currency, request, agreed }: Checkout, reductions: Reductions): Quote {
  // The buyer agreed to the current price. The list price comes from the catalogue.
  const lists = new Map([...agreed].map(([id, now]) => [id, toMoney(Math.max(reductions.list.get(id)?.minor ?? 0, now.minor), currency)]));
  const chosen = new Map([...agreed].filter(([id]) => reductions.open.has(id)));
  refuseAmounts(request.items, reductions.open);
  const quote = quoteOf(request.items, { ...reductions, currency, list: lists, now: agreed, chosen });
  if (quote.total.minor > MAX_PAYMENT_MINOR) throw new AppError('invalid_input', { fields: { items: 'too_much' } });
  return quote;
}

/**
 * Limits the confirmation emails for free orders of guests. Without a payment, only an email shows that the address belongs to the buyer.
 */
async function limitEmails(deps: CheckoutDeps, { buyer, address }: Checkout, quote: Quote): Promise<void> {
  if (quote.total.minor !== 0 || buyer.uid !== null) return;
  await limitUse(deps, 'receive_email', { mailbox: mailboxOf(buyer.email), address });
}

/** Asks the database to open the order of a cart. `askedAt` is the time of this checkout's first query, null for the first query itself. */
async function askForOrder(deps: CheckoutDeps, checkout: Checkout, { quote, reductions }: Priced, askedAt: string | null) {
  const { buyer, request, locale, currency, attemptId, termsVersion, ui } = checkout;
  const { items, total = null, cameFrom, again = false } = request;
  return await openOrder(deps.data, {
    ...buyer,
    locale,
    currency,
    attemptId,
    termsVersion,
    quote,
    gifts: Object.fromEntries(items.flatMap(({ id, gift }) => (gift ? [[id, gift]] : []))),
    seenMinor: total,
    isAgain: again,
    promotions: promotionsOf(reductions, quote),
    cameFrom: cameFrom ? nameOrigin(cameFrom, new URL(deps.env.SITE_URL).host) : null,
    ui,
    askedAt,
  });
}

/** The answers of the database after which a checkout continues. */
type Sale = Extract<OpenedOrder, { outcome: 'quote_changed' | 'close_first' | 'free' | 'to_receive' | 'opened' }>;

/**
 * Returns the database's answer if the sale may continue. Otherwise throws the reason why the cart cannot be sold, or cannot be sold again.
 */
function requireSale(opened: OpenedOrder): Sale {
  switch (opened.outcome) {
    case 'elsewhere':
      throw new AppError('checkout_elsewhere');
    case 'attempt_reused':
    case 'account_deleted':
    case 'bought_lately':
      throw new AppError(opened.outcome);
    case 'bought': {
      const bought = opened.ebooks.map(toBoughtEbook);
      throw new AppError(bought.some(({ standing }) => standing === 'waiting') ? 'ebook_pending' : 'ebook_owned', { bought });
    }
    case 'settled':
      refuseSecondPayment(opened.order);
      throw new AppError('attempt_reused');
    default:
      return opened;
  }
}

type Corrections = Extract<OpenedOrder, { outcome: 'quote_changed' }>['corrections'];

/** Returns when the buyer's total is still correct. Otherwise throws `ebook_unavailable` or `price_changed` with the current prices. */
async function refuseOtherPrice(deps: CheckoutDeps, checkout: Checkout, quote: Quote, changes: Corrections): Promise<void> {
  const { currency, request, agreed } = checkout;
  // A change of the list price alone does not change what the buyer pays.
  const corrections = changes.flatMap(({ id, unit_minor }) =>
    unit_minor === agreed.get(id)?.minor ? [] : [{ id, unit: unit_minor === null ? null : toMoney(unit_minor, currency) }],
  );
  if (corrections.some(({ unit }) => unit === null)) throw new AppError('ebook_unavailable', { corrections });
  const items = request.items.map(({ id, quantity, price }) => ({ id, quantity, chosen: price }));
  const now = await quoteCart(deps, { items, currency, coupon: request.coupon }, askerOf(checkout));
  // A promotion changed without changing the total.
  if (corrections.length === 0 && now.total.minor === (request.total ?? quote.total.minor)) return;
  throw new AppError('price_changed', { corrections, quote: now });
}

type FreeSale = Extract<Sale, { outcome: 'free' | 'to_receive' }>;

/** Returns the response for a free order. An account owns its books at once. A guest gets an email with a link. */
function answerFree({ wakeMail, log }: CheckoutDeps, { currency }: Checkout, opened: FreeSale): CheckoutAnswer {
  const { id, buyer_email: email } = opened.order;
  wakeMail();
  if (opened.outcome === 'free') {
    log.info({ orderId: id, currency }, 'free order placed');
    return { orderId: id };
  }
  log.info({ orderId: id, currency }, 'free order placed by a guest, link sent');
  return { linkSentTo: email, receiveBy: toInstant(opened.receive_by) };
}

/**
 * Opens the payment page for a cart, in the visitor's language and currency unless the request names others. Titles and prices come from
 * the catalogue, and the prices that the browser sent are compared with them.
 *
 * Each attempt has one page that can be paid, and so has each cart of a buyer, in however many tabs. When two carts share a book or a
 * coupon, only the page of the later cart can be paid. The earlier call gets `checkout_elsewhere` if it is still running. An account gets a
 * free cart at once, a guest after confirming the emailed link.
 *
 * Throws `price_changed` and `ebook_unavailable` with the current prices, `ebook_owned` and `ebook_pending` with the books that are not sold again,
 * `bought_lately` for gifts that were bought already, `invalid_input` for an address that Stripe rejects, `too_many_requests` for guessed coupon
 * codes, and `currency_not_sold`, `attempt_reused`, `already_paid`, `account_deleted` and `payment_unavailable`.
 */
export async function startCheckout(
  deps: CheckoutDeps,
  buyer: Buyer,
  request: CheckoutRequest,
  visitor: Pick<Wishes, 'currency' | 'locale'> & { address: string },
): Promise<CheckoutAnswer> {
  const checkout = await beginCheckout(deps, buyer, request, visitor);
  let askedAt: string | null = null;
  let failure: unknown;
  for (let round = 0; round < ROUNDS; round += 1) {
    const reductions = await findReductions(deps, checkout, round === 0);
    const quote = quoteCheckout(checkout, reductions);
    if (round === 0) await limitEmails(deps, checkout, quote);
    const opened = requireSale(await askForOrder(deps, checkout, { quote, reductions }, askedAt));
    if (opened.outcome === 'quote_changed') {
      await refuseOtherPrice(deps, checkout, quote, opened.corrections);
      continue;
    }
    if (opened.outcome === 'free' || opened.outcome === 'to_receive') return answerFree(deps, checkout, opened);
    askedAt = opened.asked_at;
    for (const older of opened.outcome === 'opened' ? opened.superseded : opened.orders) await closeOlder(deps, older);
    if (opened.outcome === 'close_first') continue;
    const page = await findPage(deps, opened.order, checkout.ui);
    if (page && 'failure' in page) failure = page.failure;
    else if (page) {
      const { id, total_minor: totalMinor } = opened.order;
      deps.log.info({ orderId: id, totalMinor, currency: checkout.currency }, 'payment page opened');
      return page;
    }
  }
  throw failure === undefined ? new AppError('checkout_elsewhere') : paymentUnavailable(failure);
}

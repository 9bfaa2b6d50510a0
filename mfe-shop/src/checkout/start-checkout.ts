import type { CheckoutRequest, CheckoutUi } from '@site/shared/contracts/checkout.ts';
import { COVER_WIDTHS, type Ebook, getCoverSource } from '@site/shared/contracts/ebooks.ts';
import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import type { PriceCorrection } from '@site/shared/contracts/errors.ts';
import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { type ApiCall, ApiError, countVisit, getOrigin, paths } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import type { ShownQuote } from './cart-quote.ts';
import { attemptFor, renewAttempt } from './checkout-attempt.ts';
import type { KeptGuest } from './guest.ts';
import type { PricedLine } from './priced-lines.ts';

/** The outcome of a checkout. `hosted` is paid at `url`, `embedded` in the frame that `clientSecret` opens. */
export type CheckoutOutcome =
  | { readonly kind: 'hosted'; readonly url: string }
  | { readonly kind: 'embedded'; readonly clientSecret: string }
  | { readonly kind: 'paid'; readonly sessionId: string | null }
  /** The books are free, so there was nothing to pay. */
  | { readonly kind: 'free'; readonly orderId: string }
  /** The books are free, and the link in the guest's email gives access to them. */
  | { readonly kind: 'link-sent'; readonly email: string; readonly receiveBy: Instant }
  | { readonly kind: 'corrected'; readonly corrections: readonly PriceCorrection[]; readonly quote: ShownQuote | null }
  | { readonly kind: 'bought'; readonly code: 'ebook_owned' | 'ebook_pending'; readonly bought: readonly BoughtEbook[] }
  /** The buyer bought the same gifts within a day, so the page asks whether to buy them again. */
  | { readonly kind: 'bought-lately' }
  | { readonly kind: 'signed-out' }
  /** The payment provider rejects the buyer's email address. */
  | { readonly kind: 'address-refused'; readonly isGuest: boolean }
  | { readonly kind: 'failed'; readonly code: ErrorCode };

export type CheckoutCart = Omit<CheckoutRequest, 'attemptId' | 'cameFrom' | 'ui' | 'guest'>;

const LARGEST = COVER_WIDTHS[COVER_WIDTHS.length - 1] ?? 720;

/** Returns the cart to send. The API uses only ids, currency and coupon code, and compares prices and total with its own. */
export const checkoutCart = (lines: readonly PricedLine[], { total, coupon }: ShownQuote, locale: Locale): CheckoutCart => ({
  items: lines.map(({ ebook, price, quantity, gift }) => ({
    id: ebook.id,
    name: ebook.title,
    description: ebook.description.slice(0, 500),
    price: price.minor,
    quantity,
    ...(gift ? { gift } : {}),
    image: imageOf(ebook),
    metadata: { type: 'ebook', layout: 'portrait', displayStyle: 'cover' },
  })),
  currency: total.currency,
  total: total.minor,
  ...(coupon === null ? {} : { coupon }),
  locale,
});

/** Returns the cover's https address without query and hash, as the payment page requires, or null. */
function imageOf({ cover, coverUrl }: Ebook): string | null {
  const address = coverUrl ?? (cover && new URL(getCoverSource(cover, LARGEST, 'webp'), window.location.origin).href);
  if (!address?.startsWith('https:')) return null;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

/**
 * Requests a payment for this cart, for the signed-in account or for `guest`. Failures are returned as outcomes: the cart stays on screen
 * with a message.
 */
export async function startCheckout(api: ApiCall, cart: CheckoutCart, ui: CheckoutUi, guest: KeptGuest | null): Promise<CheckoutOutcome> {
  const items = cart.items.map(({ id, price, quantity, gift }) => [id, price, quantity, gift]);
  const key = JSON.stringify([cart.currency, cart.locale, cart.total, cart.coupon, items]);
  const open = async (attemptId: string): Promise<CheckoutOutcome> => {
    const answer = await api('POST /api/create-checkout-session', {
      body: { ...cart, ui, attemptId, cameFrom: getOrigin(), ...(guest && { guest }) },
    });
    countVisit(
      'checkout',
      cart.items.map(({ id }) => paths.ebook.href(id)),
    );
    if ('linkSentTo' in answer) return { kind: 'link-sent', email: answer.linkSentTo, receiveBy: answer.receiveBy };
    if ('orderId' in answer) return { kind: 'free', orderId: answer.orderId };
    return 'url' in answer ? { kind: 'hosted', url: answer.url } : { kind: 'embedded', clientSecret: answer.clientSecret };
  };
  try {
    return await open(attemptFor(key)).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'attempt_reused') return open(renewAttempt(key));
      throw error;
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'already_paid') return { kind: 'paid', sessionId: error.sessionId };
    if (error.code === 'price_changed' || error.code === 'ebook_unavailable')
      return { kind: 'corrected', corrections: error.corrections, quote: error.quote };
    if (error.code === 'ebook_owned' || error.code === 'ebook_pending') return { kind: 'bought', code: error.code, bought: error.bought };
    if (error.code === 'bought_lately') return { kind: 'bought-lately' };
    if (error.code === 'unauthenticated') return { kind: 'signed-out' };
    const isGuest = 'guest.email' in error.fields;
    if (isGuest || 'email' in error.fields) return { kind: 'address-refused', isGuest };
    return { kind: 'failed', code: error.code };
  }
}

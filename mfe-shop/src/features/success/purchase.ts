import { takeCopies } from '@site/shared/contracts/cart-rules.ts';
import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import type { Guest } from '@site/shared/contracts/guest.ts';
import type { Order, OrderState, PurchaseEmailAnswer } from '@site/shared/contracts/orders.ts';
import { type ApiCall, ApiError, type CartLine } from '@site/shared/site/site.ts';

/** The API's answer about a purchase. `unknown` includes another person's purchase, without revealing it. */
export type Purchase =
  | ({ readonly kind: 'order' } & PurchaseEmailAnswer)
  | { readonly kind: 'unknown' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'failed'; readonly code: ErrorCode };

/** The request about a purchase. `guest` proves that it was bought in this browser without an account. */
export type PurchaseQuestion = {
  readonly sessionId: string;
  readonly customerEmail?: string;
  readonly customerName?: string | null;
  readonly guest?: Guest;
};

/** Requests the state of a payment. This also makes the API complete it and send its email, once. */
export async function askForPurchase(api: ApiCall, question: PurchaseQuestion): Promise<Purchase> {
  try {
    return { kind: 'order', ...(await api('POST /send-purchase-email', { body: question })) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'unauthenticated') return { kind: 'signed-out' };
    if (error.code === 'not_found' || error.code === 'forbidden' || error.code === 'invalid_input') return { kind: 'unknown' };
    return { kind: 'failed', code: error.code };
  }
}

/** Returns whether a value has the form of a payment session's id. */
export const isSessionId = (value: string | null): value is string => /^cs_[A-Za-z0-9_]{5,200}$/.test(value ?? '');

/** Returns whether the money has arrived or is pending, so that the bought books leave the cart. */
export const isBought = (state: OrderState): boolean => ['paid', 'partly_refunded', 'waiting'].includes(state);

/** Returns whether the payment may change its state within moments after the payment page. */
export const mayChangeSoon = (state: OrderState): boolean => state === 'open' || state === 'waiting';

/**
 * Returns the cart without the bought copies, counting gifts and own copies separately. Books and copies that the buyer added later stay.
 */
export const withoutBought = (lines: readonly CartLine[], items: Order['items']): CartLine[] =>
  lines.flatMap((line) => {
    const item = items.find(({ ebookId }) => ebookId === line.id);
    const left = line.quantity - ((line.gift ? item?.gifts : item?.quantity) ?? 0);
    return item ? (left > 0 ? [{ ...line, quantity: takeCopies(left, line.gift) }] : []) : [line];
  });

import { takeCopies } from '@site/shared/contracts/cart-rules.ts';
import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import type { Guest } from '@site/shared/contracts/guest.ts';
import type { Order, OrderState, PurchaseEmailAnswer } from '@site/shared/contracts/orders.ts';
import { type ApiCall, ApiError, type CartLine } from '@site/shared/site/site.ts';

/** What the API says of a purchase. `unknown` also stands for another person's: nothing of it is told. */
export type Purchase =
  | ({ readonly kind: 'order' } & PurchaseEmailAnswer)
  | { readonly kind: 'unknown' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'failed'; readonly code: ErrorCode };

/** `guest` proves that it was bought here without an account. */
export type PurchaseQuestion = {
  readonly sessionId: string;
  readonly customerEmail?: string;
  readonly customerName?: string | null;
  readonly guest?: Guest;
};

/** Asks what became of a payment, which also makes the API complete it and send its e-mail, once. */
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

/** The form of a payment session's id; anything else in the address is no purchase. */
export const isSessionId = (value: string | null): value is string => /^cs_[A-Za-z0-9_]{5,200}$/.test(value ?? '');

/** States in which the money has come or is coming: what was bought leaves the cart. */
export const isBought = (state: OrderState): boolean => ['paid', 'partly_refunded', 'waiting'].includes(state);

/** States that may change within moments of coming back from the payment page. */
export const mayChangeSoon = (state: OrderState): boolean => state === 'open' || state === 'waiting';

/** The cart without the copies that were bought, of presents those bought as presents; books and copies that were added meanwhile stay. */
export const withoutBought = (lines: readonly CartLine[], items: Order['items']): CartLine[] =>
  lines.flatMap((line) => {
    const item = items.find(({ ebookId }) => ebookId === line.id);
    const left = line.quantity - ((line.gift ? item?.gifts : item?.quantity) ?? 0);
    return item ? (left > 0 ? [{ ...line, quantity: takeCopies(left, line.gift) }] : []) : [line];
  });

import { GIFT_CHOICES, type GiftChoice, takeCopies } from '@site/shared/contracts/cart-rules.ts';
import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { takeAmount } from '@site/shared/money/chosen-amount.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import { getPrice } from '@site/shared/money/get-price.ts';
import { type Money, toMoney } from '@site/shared/money/money.ts';
import { getOpenPrice } from '@site/shared/money/open-price.ts';
import { type Quote, quoteOf } from '@site/shared/money/quote.ts';
import type { CartLine } from '@site/shared/site/site.ts';

/** A cart line with its book as the catalogue has it now. */
export type PricedLine = {
  readonly id: string;
  readonly ebook: Ebook;
  /** The price of one copy, or the buyer's chosen price for a pay-what-you-want book. */
  readonly price: Money;
  readonly quantity: number;
  /** The buyer's choice of gift copies. Without a choice, all copies after the first are gifts. */
  readonly gift?: GiftChoice | undefined;
};

/** Returns the device's lines with current titles and prices, in the cart's order. Books that the catalogue does not have are left out. */
export const priceLines = (lines: readonly CartLine[], ebooks: readonly Ebook[], currency: Currency): PricedLine[] =>
  lines.flatMap(({ id, quantity, gift: kept, chosen }) => {
    const ebook = ebooks.find((candidate) => candidate.id === id);
    const gift = GIFT_CHOICES.find((choice) => choice === kept);
    if (!ebook) return [];
    const open = getOpenPrice(ebook, currency);
    const price = open ? takeAmount(chosen, open) : getPrice(ebook.currentPrices, currency);
    return [{ id, ebook, price, quantity: takeCopies(quantity, gift), gift }];
  });

/** Returns the lines that can be bought. A book that the buyer owns, or that waits for its payment, can only be bought as a gift. */
export const takeToPay = (lines: readonly PricedLine[], bought: readonly BoughtEbook[]): PricedLine[] =>
  lines.filter(({ id, gift }) => gift || !bought.some(({ ebookId }) => ebookId === id));

/** Returns a book's price without its sale. A price corrected by the checkout may be higher. */
const listPrice = ({ sales }: Ebook, { minor, currency }: Money): Money =>
  toMoney(Math.max(sales?.[currency]?.list ?? minor, minor), currency);

/**
 * Returns the total of at least one line, in the common currency of all lines. Coupons and bundles are only known to the API. Without them
 * a chosen price counts like any other price.
 */
export function quoteLines(lines: readonly PricedLine[]): Quote {
  const [first] = lines;
  if (!first) throw new RangeError('an empty cart has no total');
  return quoteOf(
    lines.map(({ id, quantity }) => ({ id, quantity })),
    {
      currency: first.price.currency,
      list: new Map(lines.map(({ id, ebook, price }) => [id, listPrice(ebook, price)])),
      now: new Map(lines.map(({ id, price }) => [id, price])),
    },
  );
}

/** Returns the requested ids that the catalogue no longer has, because these books left the shop. */
export const missingIds = (lines: readonly CartLine[], asked: readonly string[], ebooks: readonly Ebook[]): string[] =>
  lines.map(({ id }) => id).filter((id) => asked.includes(id) && !ebooks.some((ebook) => ebook.id === id));

/** The time when the bought books can be read: after the payment, at their launch, or a mixture of both. */
export type Delivery = 'now' | 'launch' | 'mixed';
export function deliveryOf(lines: readonly Pick<PricedLine, 'ebook'>[]): Delivery {
  const announced = lines.filter(({ ebook }) => ebook.launch).length;
  return announced === 0 ? 'now' : announced === lines.length ? 'launch' : 'mixed';
}

/** Returns the number of copies of all lines. */
export const copiesOf = (lines: readonly Pick<PricedLine, 'quantity'>[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** Returns how many copies of a line are gifts. */
export const giftsOf = ({ quantity, gift }: Pick<PricedLine, 'quantity' | 'gift'>): number => (gift ? quantity : quantity - 1);

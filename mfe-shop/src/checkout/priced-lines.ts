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
  /** Of one copy; where the buyer decides, what is given for it. */
  readonly price: Money;
  readonly quantity: number;
  /** Which copies are presents; without it those after the first. */
  readonly gift?: GiftChoice | undefined;
};

/** The device's lines with today's titles and prices, in the cart's order. Books that the catalogue does not have are left out. */
export const priceLines = (lines: readonly CartLine[], ebooks: readonly Ebook[], currency: Currency): PricedLine[] =>
  lines.flatMap(({ id, quantity, gift: kept, chosen }) => {
    const ebook = ebooks.find((candidate) => candidate.id === id);
    const gift = GIFT_CHOICES.find((choice) => choice === kept);
    if (!ebook) return [];
    const open = getOpenPrice(ebook, currency);
    const price = open ? takeAmount(chosen, open) : getPrice(ebook.prices, currency);
    return [{ id, ebook, price, quantity: takeCopies(quantity, gift), gift }];
  });

/** The lines that are sold: a book that the buyer has, or that waits for its payment, only to be given. */
export const takeToPay = (lines: readonly PricedLine[], bought: readonly BoughtEbook[]): PricedLine[] =>
  lines.filter(({ id, gift }) => gift || !bought.some(({ ebookId }) => ebookId === id));

/** What a book costs outside of its sale; what the checkout corrected since may be more. */
const listPrice = ({ sales }: Ebook, { minor, currency }: Money): Money =>
  toMoney(Math.max(sales?.[currency]?.list ?? minor, minor), currency);

/**
 * What lines cost, of which there is at least one, in the currency in which all of them are priced. Coupons and bundles only the API knows;
 * with none of them an amount that the buyer chose is a price like another.
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

/** The ids that were asked for and that the catalogue no longer has: these books left the shop. */
export const missingIds = (lines: readonly CartLine[], asked: readonly string[], ebooks: readonly Ebook[]): string[] =>
  lines.map(({ id }) => id).filter((id) => asked.includes(id) && !ebooks.some((ebook) => ebook.id === id));

/** When the books of a purchase can be read: once they are paid, at their launch, or some so and others so. */
export type Delivery = 'now' | 'launch' | 'mixed';
export function deliveryOf(lines: readonly Pick<PricedLine, 'ebook'>[]): Delivery {
  const announced = lines.filter(({ ebook }) => ebook.launch).length;
  return announced === 0 ? 'now' : announced === lines.length ? 'launch' : 'mixed';
}

/** How many copies lines have together. */
export const copiesOf = (lines: readonly Pick<PricedLine, 'quantity'>[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** How many copies of a line are presents. */
export const giftsOf = ({ quantity, gift }: Pick<PricedLine, 'quantity' | 'gift'>): number => (gift ? quantity : quantity - 1);

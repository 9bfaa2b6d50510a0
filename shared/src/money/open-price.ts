import type { Ebook } from '../contracts/ebooks.ts';
import type { Currency } from './currencies.ts';
import { getPrice } from './get-price.ts';
import type { Money } from './money.ts';

/** A price that the buyer decides: at least `least`, which may be zero. */
export type OpenPrice = { readonly least: Money; readonly suggested: Money };

/** Returns the book's open price in `currency`; null if it has a fixed price. */
export function getOpenPrice(
  { currentPrices, suggested }: Pick<Ebook, 'currentPrices' | 'suggested'>,
  currency: Currency,
): OpenPrice | null {
  const least = getPrice(currentPrices, currency);
  const minor = suggested?.[least.currency];
  return minor === undefined ? null : { least, suggested: { minor, currency: least.currency } };
}

import type { Ebook } from '../contracts/ebooks.ts';
import type { Currency } from './currencies.ts';
import { getPrice } from './get-price.ts';
import type { Money } from './money.ts';

/** What a buyer decides to give for a copy: at least `least`, which may be nothing. */
export type OpenPrice = { readonly least: Money; readonly suggested: Money };

/** What the buyer of this book decides, as a visitor with `currency` sees it; null where it has a price. */
export function getOpenPrice({ prices, suggested }: Pick<Ebook, 'prices' | 'suggested'>, currency: Currency): OpenPrice | null {
  const least = getPrice(prices, currency);
  const minor = suggested?.[least.currency];
  return minor === undefined ? null : { least, suggested: { minor, currency: least.currency } };
}

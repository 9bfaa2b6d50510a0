import * as v from 'valibot';
import { numberFormat } from '../texts/formats.ts';
import { byCurrency, CURRENCIES, type Currency, currencyFacts } from './currencies.ts';

export const CurrencySchema = v.picklist(CURRENCIES);

/** An integer in the currency's smallest unit (centavos, cents). Only this schema creates the type, so a plain number does not compile. */
export const MinorSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.brand('Minor'));
export type Minor = v.InferOutput<typeof MinorSchema>;

export const MoneySchema = v.object({ minor: MinorSchema, currency: CurrencySchema });
/** An amount: integer minor units and their currency, always together. */
export type Money = v.InferOutput<typeof MoneySchema>;

export const PricesSchema = v.pipe(
  v.partial(v.object(byCurrency(() => MinorSchema))),
  v.check((prices) => Object.keys(prices).length > 0),
);
/** The prices of a book that the author set, one in each currency of the shop. */
export type Prices = v.InferOutput<typeof PricesSchema>;

/** Returns an amount of integer minor units. Throws `ValiError` for fractions, negatives and unsafe integers. */
export const toMoney = (minor: number, currency: Currency): Money => ({ minor: v.parse(MinorSchema, minor), currency });

/** Returns the sum of amounts in one currency. Throws `RangeError` for an amount in another one. */
export function sumMoney(amounts: readonly Money[], currency: Currency): Money {
  let minor = 0;
  for (const amount of amounts) {
    if (amount.currency !== currency) throw new RangeError(`cannot add ${amount.currency} to ${currency}`);
    minor += amount.minor;
  }
  return toMoney(minor, currency);
}

/** Returns the amount as digits, with decimals after `point`, such as `29.90`. */
export function formatDecimal(minor: number, currency: Currency, point = '.'): string {
  const { decimals } = currencyFacts(currency);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return `${minor < 0 ? '-' : ''}${whole}${decimals > 0 ? point : ''}${digits.slice(whole.length)}`;
}

/**
 * Returns the amounts that a text contains in the form `2990 BRL`, formatted in `locale`, including currencies that the shop does not sell
 * in.
 */
export const formatAmounts = (text: string, locale: string): string[] =>
  [...text.matchAll(/(\d+) ([A-Z]{3})/g)].map(([, minor, currency = '']) => {
    const format = numberFormat(locale, { style: 'currency', currency });
    return format.format(Number(minor) / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
  });

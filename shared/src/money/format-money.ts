import { numberFormat } from '../texts/formats.ts';
import type { Locale } from '../texts/locales.ts';
import { CURRENCY_DECIMALS } from './currency-codes.ts';
import type { Money } from './money.ts';

/**
 * Returns the amount in `locale`, such as `R$ 29,90`. All amounts on screen must use this function. In a module without schemas, which
 * pages do not need.
 */
export const formatMoney = ({ minor, currency }: Money, locale: string): string =>
  numberFormat(locale, { style: 'currency', currency }).format(minor / 10 ** CURRENCY_DECIMALS[currency]);

const FREE: Readonly<Record<Locale, string>> = { 'pt-BR': 'Grátis', en: 'Free' };

/** Returns a price as text: the amount, or "free". Not for sums such as revenue, which are amounts even at zero. */
export const formatCost = (amount: Money, locale: Locale): string => (amount.minor === 0 ? FREE[locale] : formatMoney(amount, locale));

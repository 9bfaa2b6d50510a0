import { numberFormat } from '../texts/formats.ts';
import type { Locale } from '../texts/locales.ts';
import { CURRENCY_DECIMALS } from './currency-codes.ts';
import type { Money } from './money.ts';

/**
 * The amount as a person reads it in `locale`, such as `R$ 29,90`. The only way that money becomes text. Apart from the schemas, which
 * pages do not need.
 */
export const formatMoney = ({ minor, currency }: Money, locale: string): string =>
  numberFormat(locale, { style: 'currency', currency }).format(minor / 10 ** CURRENCY_DECIMALS[currency]);

const FREE: Readonly<Record<Locale, string>> = { 'pt-BR': 'Grátis', en: 'Free' };

/** What something costs: the amount, or that it is free. Sums, such as what was received, are amounts also at zero. */
export const formatCost = (amount: Money, locale: Locale): string => (amount.minor === 0 ? FREE[locale] : formatMoney(amount, locale));

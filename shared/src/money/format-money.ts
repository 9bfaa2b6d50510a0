import { numberFormat } from '../texts/formats.ts';
import { CURRENCY_DECIMALS } from './currency-codes.ts';
import type { Money } from './money.ts';

/**
 * The amount as a person reads it in `locale`, such as `R$ 29,90`. The only way that money becomes text. Apart from the schemas, which
 * pages do not need.
 */
export const formatMoney = ({ minor, currency }: Money, locale: string): string =>
  numberFormat(locale, { style: 'currency', currency }).format(minor / 10 ** CURRENCY_DECIMALS[currency]);

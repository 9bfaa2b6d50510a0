/**
 * Every currency that the shop supports, in menu order, with its number of decimals. Amounts are integers in the smallest unit. The owner
 * chooses which ones the shop sells in. Table `currencies` (`40_catalogue.sql`) holds the same codes. Separate from `CURRENCY_FACTS`,
 * which few pages need.
 */
export const CURRENCY_DECIMALS = { BRL: 2, USD: 2, NZD: 2 } as const satisfies Readonly<Record<string, number>>;

export type Currency = keyof typeof CURRENCY_DECIMALS;

export const CURRENCIES = Object.keys(CURRENCY_DECIMALS) as Currency[];

/**
 * Every currency that the shop knows, in the order of its menus, with its digits after the decimal separator: an amount is an integer in
 * the last of them. The owner chooses among them those that are sold. Table `currencies` holds the same codes, which a migration inserts.
 * Apart from `CURRENCY_FACTS`, which few pages need.
 */
export const CURRENCY_DECIMALS = { BRL: 2, USD: 2, NZD: 2 } as const satisfies Readonly<Record<string, number>>;

export type Currency = keyof typeof CURRENCY_DECIMALS;

export const CURRENCIES = Object.keys(CURRENCY_DECIMALS) as Currency[];

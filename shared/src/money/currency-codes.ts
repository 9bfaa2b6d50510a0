/**
 * Every currency that the shop knows, in the order of its menus; the owner chooses among them those that are sold. Table `currencies`
 * holds the same codes, which a migration inserts. Apart from `CURRENCY_FACTS`, which few pages need.
 */
export const CURRENCIES = ['BRL', 'USD', 'NZD'] as const;

export type Currency = (typeof CURRENCIES)[number];

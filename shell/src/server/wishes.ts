import type { SiteInfo } from '@site/shared/contracts/content.ts';
import { CURRENCIES, type Currency, soldByDefault } from '@site/shared/money/currencies.ts';
import type { Preferences } from '@site/shared/preferences/preferences.ts';
import type { Wishes } from '@site/shared/preferences/resolve-preferences.ts';

type Granted = { preferences: Preferences; currencies: readonly Currency[] };

/**
 * The preferences of a page, in the wished currency where the shop sells in it, else in the shop's default, and what it sells in. While
 * the API never answered nothing is known of the shop, and no page shows a price.
 */
export function grant(wishes: Wishes, info: Pick<SiteInfo, 'currencies'> | null, fallback: Currency): Granted {
  const { sold, default: standard } = info?.currencies ?? { sold: soldByDefault(), default: fallback };
  const currency = sold.find((known) => known === wishes.currency) ?? standard;
  return { preferences: { ...wishes, currency }, currencies: CURRENCIES.filter((known) => sold.includes(known)) };
}

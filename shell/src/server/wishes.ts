import type { SiteInfo } from '@site/shared/contracts/content.ts';
import { CURRENCIES, type Currency, soldByDefault } from '@site/shared/money/currencies.ts';
import type { Preferences } from '@site/shared/preferences/preferences.ts';
import type { Wishes } from '@site/shared/preferences/resolve-preferences.ts';

type Granted = { preferences: Preferences; currencies: readonly Currency[] };

/**
 * The preferences of a page, in the wished currency where the shop sells in it, else in the shop's default, on the clocks of the site; and
 * what the shop sells in. While the API never answered nothing is known of the site, and no page shows a price or a moment.
 */
export function grant(wishes: Wishes, info: Pick<SiteInfo, 'currencies' | 'timeZone'> | null): Granted {
  const { sold, default: standard } = info?.currencies ?? { sold: soldByDefault(), default: 'BRL' as const };
  const currency = sold.find((known) => known === wishes.currency) ?? standard;
  const preferences = { ...wishes, currency, timeZone: info?.timeZone ?? 'UTC' };
  return { preferences, currencies: CURRENCIES.filter((known) => sold.includes(known)) };
}

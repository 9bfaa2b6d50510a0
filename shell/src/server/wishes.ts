import type { SiteInfo } from '@site/shared/contracts/content.ts';
import { CURRENCIES, type Currency, soldByDefault } from '@site/shared/money/currencies.ts';
import type { Preferences } from '@site/shared/preferences/preferences.ts';
import type { Wishes } from '@site/shared/preferences/resolve-preferences.ts';

type Granted = { preferences: Preferences; currencies: readonly Currency[] };

/**
 * Returns a page's preferences and the shop's currencies: the requested currency if the shop sells in it, or else its default, and the
 * site's time zone. Before the API's first answer nothing is known about the site, and no page shows a price or a time.
 */
export function grant(wishes: Wishes, info: Pick<SiteInfo, 'currencies' | 'timeZone'> | null): Granted {
  const { sold, default: standard } = info?.currencies ?? { sold: soldByDefault(), default: 'BRL' as const };
  const currency = sold.find((known) => known === wishes.currency) ?? standard;
  const preferences = { ...wishes, currency, timeZone: info?.timeZone ?? 'UTC' };
  return { preferences, currencies: CURRENCIES.filter((known) => sold.includes(known)) };
}

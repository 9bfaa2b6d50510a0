import type { AdminSettings } from '@site/shared/contracts/admin-settings.ts';
import { CURRENCIES, type Currency } from '@site/shared/money/currencies.ts';
import { usePreferences } from '@site/shared/site/site.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';
import { useMay } from '../../signed-in/permissions.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';

/** Only asked for by those whose the settings are. */
export function useAdminSettings() {
  const uid = useReaderUid();
  const may = useMay();
  return useQuery<AdminSettings>({
    queryKey: ['admin-settings', uid],
    staleTime: 0,
    queryFn: uid === null || !may('site') ? skipToken : ({ signal }) => api('GET /api/admin/settings', { signal }),
  });
}

/** What the shop sells in now; until that is read, what it sold in when the page was opened. */
export function useSoldCurrencies(): readonly Currency[] {
  const { currencies } = usePreferences();
  const settings = useAdminSettings();
  return settings.data?.currencies.filter(({ isSold }) => isSold).map(({ currency }) => currency) ?? currencies;
}

/** In the order in which the shop names them. */
export const inOrder = (currencies: readonly unknown[]): Currency[] => CURRENCIES.filter((currency) => currencies.includes(currency));

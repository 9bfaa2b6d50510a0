import type { AdminSettings } from '@site/shared/contracts/admin-settings.ts';
import { CURRENCIES, type Currency } from '@site/shared/money/currencies.ts';
import { usePreferences } from '@site/shared/site/site.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';
import { useMay } from '../../signed-in/permissions.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';

/** Loads the settings, only for members who may see them. */
export function useAdminSettings() {
  const uid = useReaderUid();
  const may = useMay();
  return useQuery<AdminSettings>({
    queryKey: ['admin-settings', uid],
    staleTime: 0,
    queryFn: uid === null || !may('site') ? skipToken : ({ signal }) => api('GET /api/admin/settings', { signal }),
  });
}

/** Returns the currencies in which the shop sells. While the settings load, returns the currencies from when the page was opened. */
export function useSoldCurrencies(): readonly Currency[] {
  const { currencies } = usePreferences();
  const settings = useAdminSettings();
  return settings.data?.currencies.filter(({ isSold }) => isSold).map(({ currency }) => currency) ?? currencies;
}

/** Sorts currencies in the shop's order. */
export const inOrder = (currencies: readonly unknown[]): Currency[] => CURRENCIES.filter((currency) => currencies.includes(currency));

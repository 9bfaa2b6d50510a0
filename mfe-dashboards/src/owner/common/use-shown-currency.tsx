import { CURRENCIES, type Currency } from '@site/shared/money/currencies.ts';
import { Select } from '@site/shared/patterns/select.tsx';
import { usePreferences, useSearchParams, useTexts } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';

/**
 * Returns the currency in which a page shows its amounts: the currency in the URL, or else the admin's choice, or else the first currency
 * in `amounts`. `choice`: the field that changes the currency; null if all amounts have the same currency.
 */
export function useShownCurrency(amounts: readonly { readonly currency: Currency }[]): { currency: Currency; choice: ReactNode } {
  const t = useTexts(texts);
  const { currency: own } = usePreferences();
  const [search, setSearch] = useSearchParams();
  const choices = CURRENCIES.filter((code) => amounts.some(({ currency }) => currency === code));
  const known = (asked: string | null) => choices.find((code) => code === asked);
  const currency = known(search.get('currency')) ?? known(own) ?? choices[0] ?? own;
  const choose = (code: string) => {
    search.set('currency', code);
    setSearch(search, { preventScrollReset: true, replace: true });
  };
  const choice = choices.length > 1 && (
    <Select
      label={t.currency}
      value={currency}
      options={choices.map((code) => ({ value: code, label: code }))}
      onChange={({ target }) => choose(target.value)}
    />
  );
  return { currency, choice: choice || null };
}

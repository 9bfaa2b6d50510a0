import type { Currency } from '@site/shared/money/currencies.ts';
import type { Preferences } from '@site/shared/preferences/preferences.ts';
import { PreferencesProvider, type Written } from '@site/shared/site/site.ts';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import type { SiteSettings } from './boot.ts';
import { SlotsContext } from './federation/slot.tsx';
import type { SlotSource } from './federation/slots.ts';

const SettingsContext = createContext<SiteSettings | null>(null);

/** Returns the site's configuration in a component of the shell. */
export function useSettings(): SiteSettings {
  const settings = use(SettingsContext);
  if (!settings) throw new Error('useSettings outside of the site');
  return settings;
}

type SiteProps = {
  settings: SiteSettings;
  preferences: Preferences;
  currencies: readonly Currency[];
  slots: SlotSource;
  written: Written;
  /** Called when the visitor chose another language or currency. */
  onChoose?: (preferences: Preferences, change: Partial<Preferences>) => void;
  /** Called after hydration. */
  onReady?: () => void;
  children: ReactNode;
};

/** Renders the providers around the router, the same on the server and in the browser. */
export function Site({ settings, preferences: initial, currencies, slots, written, onChoose, onReady, children }: SiteProps) {
  const [preferences, setPreferences] = useState(initial);
  const value = useMemo(() => {
    const choose = (change: Partial<Preferences>) => {
      const chosen = { ...preferences, ...change };
      setPreferences(chosen);
      onChoose?.(chosen, change);
    };
    return {
      ...preferences,
      currencies,
      chooseLocale: (locale: Preferences['locale']) => choose({ locale }),
      chooseCurrency: (currency: Preferences['currency']) => choose({ currency }),
    };
  }, [preferences, currencies, onChoose]);

  // Tells the page's first script, which is outside React, that the page is hydrated.
  useEffect(() => onReady?.(), [onReady]);

  return (
    <SettingsContext value={settings}>
      <SlotsContext value={slots}>
        <PreferencesProvider value={value} written={written}>
          {children}
        </PreferencesProvider>
      </SlotsContext>
    </SettingsContext>
  );
}

import { type Currency, formatCurrencyName } from '@site/shared/money/currencies.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { usePreferences, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import layout from '../../../../signed-in/layout.module.css';
import css from './settings.module.css';
import { texts } from './texts.ts';

export function PreferencesChoice() {
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
  const { locale, currency, currencies, chooseLocale, chooseCurrency } = usePreferences();
  return (
    <Card as="section">
      <h2 className={layout.heading}>{t.preferences}</h2>
      <p className={css.message}>{t.preferencesMessage}</p>
      <div className={css.form}>
        <Select
          label={common.language}
          value={locale}
          onChange={(event) => chooseLocale(event.currentTarget.value as Locale)}
          options={LOCALES.map((value) => ({ value, label: common.languages[value] }))}
        />
        {currencies.length > 1 && (
          <Select
            label={common.currency}
            value={currency}
            onChange={(event) => chooseCurrency(event.currentTarget.value as Currency)}
            options={currencies.map((value) => ({ value, label: formatCurrencyName(value, locale) }))}
          />
        )}
      </div>
    </Card>
  );
}

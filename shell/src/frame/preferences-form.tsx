import { type Currency, formatCurrencyName } from '@site/shared/money/currencies.ts';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, useLocation, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import { footerTexts } from './footer-texts.ts';
import css from './preferences-form.module.css';

/** Renders the choice of language and currency. With scripts a choice applies at once; without, the button submits the form. */
export function PreferencesForm() {
  const t = useTexts(footerTexts);
  const common = useTexts(commonTexts);
  const { locale, currency, currencies, chooseLocale, chooseCurrency } = usePreferences();
  const { pathname, search } = useLocation();
  return (
    <form method="post" action="/preferences" className={css.form}>
      <input type="hidden" name="returnTo" value={`${pathname}${search}`} />
      <Select
        name="locale"
        label={common.language}
        value={locale}
        onChange={(event) => chooseLocale(event.currentTarget.value as Locale)}
        options={LOCALES.map((value) => ({ value, label: common.languages[value] }))}
      />
      {currencies.length > 1 && (
        <Select
          name="currency"
          label={common.currency}
          value={currency}
          onChange={(event) => chooseCurrency(event.currentTarget.value as Currency)}
          options={currencies.map((value) => ({ value, label: formatCurrencyName(value, locale) }))}
        />
      )}
      <span className={css.apply}>
        <Button type="submit" variant="secondary" size="s">
          {t.apply}
        </Button>
      </span>
    </form>
  );
}

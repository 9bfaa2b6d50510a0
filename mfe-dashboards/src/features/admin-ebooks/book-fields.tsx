import { type AdminEbook, EBOOK_STATES } from '@site/shared/contracts/admin-ebooks.ts';
import { EBOOK_LIMITS } from '@site/shared/contracts/ebook-rules.ts';
import { CURRENCIES } from '@site/shared/money/money.ts';
import { Select, TextArea, TextField, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import { useSoldCurrencies } from '../../admin/admin-settings-query.ts';
import css from './book-fields.module.css';
import type { Problems } from './problems.ts';
import { texts } from './texts.ts';

type BookFieldsProps = {
  /** Null for a new one. */
  readonly ebook: AdminEbook | null;
  readonly problems: Problems;
};

/** What an author writes about a book. The form keeps what was typed; `writtenBook` reads it. */
export function BookFields({ ebook, problems }: BookFieldsProps) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const sold = useSoldCurrencies();
  const written = (minor: number | null | undefined) => (minor == null ? '' : amountText(minor, locale));
  return (
    <div className={css.fields}>
      <TextField name="title" label={t.title} defaultValue={ebook?.title} maxLength={EBOOK_LIMITS.title} error={problems.title} />
      <TextArea
        name="description"
        label={t.description}
        hint={t.descriptionHint}
        rows={ebook ? 10 : 4}
        defaultValue={ebook?.description}
        maxLength={EBOOK_LIMITS.description}
        error={problems.description}
      />
      {ebook && (
        <TextField name="author" label={t.author} defaultValue={ebook.author} maxLength={EBOOK_LIMITS.author} error={problems.author} />
      )}
      <fieldset className={css.group}>
        <legend className={css.legend}>{t.prices}</legend>
        {sold.map((currency) => (
          <TextField
            key={currency}
            name={`prices.${currency}`}
            label={t.price[currency]}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={written(ebook?.prices[currency])}
            error={problems[`prices.${currency}`]}
          />
        ))}
      </fieldset>
      <div className={css.group}>
        <Select
          name="language"
          label={t.language}
          defaultValue={ebook?.language ?? LOCALES[0]}
          options={LOCALES.map((value) => ({ value, label: t.languages[value] }))}
        />
        <Select
          name="state"
          label={t.state}
          hint={t.stateHint}
          defaultValue={ebook?.state ?? 'published'}
          options={EBOOK_STATES.map((value) => ({ value, label: t.states[value] }))}
        />
      </div>
    </div>
  );
}

/** As people of `locale` write an amount into a form. */
const amountText = (minor: number, locale: Locale): string => (minor / 100).toFixed(2).replace('.', locale === 'pt-BR' ? ',' : '.');

/** What stands in the fields of a form. */
export function writtenBook(form: HTMLFormElement) {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name) ?? '');
  return {
    title: text('title'),
    description: text('description'),
    language: LOCALES.find((locale) => locale === text('language')) ?? LOCALES[0],
    state: EBOOK_STATES.find((state) => state === text('state')) ?? 'draft',
    // Only those that were asked for: what a book costs in other currencies stays.
    prices: Object.fromEntries(
      CURRENCIES.filter((currency) => fields.has(`prices.${currency}`)).map((currency) => [currency, text(`prices.${currency}`)]),
    ),
  };
}

/** Puts the focus on the first field that was refused. */
export function focusProblem(form: HTMLFormElement): void {
  // The fields are marked with the next paint.
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

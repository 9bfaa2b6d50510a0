import { EBOOK_STATES } from '@site/shared/contracts/admin-ebooks.ts';
import { EBOOK_LIMITS } from '@site/shared/contracts/ebook-rules.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import { TextArea, TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import type { ComponentProps } from 'react';
import layout from '../../../signed-in/layout.module.css';
import { useMay } from '../../../signed-in/permissions.ts';
import { useSoldCurrencies } from '../../common/admin-settings-query.ts';
import css from './book-fields.module.css';
import { type BookField, type BookText, isOpen, PRICE_KINDS } from './book-text.ts';
import type { Problems } from './problems.ts';
import { texts } from './texts.ts';

type BookFieldsProps = {
  readonly text: BookText;
  /** A new one has the site's author until it is there. */
  readonly isNew?: boolean;
  /** It can be bought, or could before another currency was sold. */
  readonly isPublished?: boolean;
  readonly problems: Problems;
  readonly onChange: (field: BookField, words: string) => void;
};

/** What an author writes about a book. */
export function BookFields({ text, isNew = false, isPublished = false, problems, onChange }: BookFieldsProps) {
  const t = useTexts(texts);
  const sold = useSoldCurrencies();
  const mayPrice = useMay()('money');
  const mayPublish = mayPrice || isPublished || sold.every((currency) => text[`prices.${currency}`] !== '');
  const control = (field: BookField) => ({
    value: text[field],
    error: problems[field],
    onChange: (event: { currentTarget: { value: string } }) => onChange(field, event.currentTarget.value),
  });
  return (
    <div className={layout.stack}>
      <TextField {...control('title')} label={t.title} maxLength={EBOOK_LIMITS.title} />
      <TextArea
        {...control('description')}
        label={t.description}
        hint={t.descriptionHint}
        rows={isNew ? 4 : 10}
        maxLength={EBOOK_LIMITS.description}
      />
      {!isNew && <TextField {...control('author')} label={t.author} maxLength={EBOOK_LIMITS.author} />}
      {mayPrice && (
        <fieldset className={css.group}>
          <legend className={css.legend}>{t.prices}</legend>
          {sold.map((currency) => (
            <PriceFields key={currency} currency={currency} isOpen={isOpen(text, currency)} control={control} />
          ))}
          <p className={css.hint}>{t.pricesHint}</p>
          <p className={css.hint}>{t.openHint}</p>
        </fieldset>
      )}
      <div className={css.group}>
        <Select {...control('language')} label={t.language} options={LOCALES.map((value) => ({ value, label: t.languages[value] }))} />
        <Select
          {...control('state')}
          label={t.state}
          hint={mayPublish ? t.stateHint : t.pricesByOwner}
          options={EBOOK_STATES.filter((value) => value !== 'published' || mayPublish).map((value) => ({
            value,
            label: t.states[value],
          }))}
        />
      </div>
    </div>
  );
}

type PriceFieldsProps = {
  readonly currency: Currency;
  readonly isOpen: boolean;
  readonly control: (field: BookField) => Pick<ComponentProps<typeof Select>, 'value' | 'error'> & {
    onChange: (event: { currentTarget: { value: string } }) => void;
  };
};

/** What a book costs in a currency, or between what its buyer decides. */
function PriceFields({ currency, isOpen: isFromBuyer, control }: PriceFieldsProps) {
  const t = useTexts(texts);
  const amount = { inputMode: 'decimal', autoComplete: 'off' } as const;
  return (
    <div className={css.price}>
      <Select
        {...control(`kind.${currency}`)}
        label={t.kind[currency]}
        options={PRICE_KINDS.map((value) => ({ value, label: t.kinds[value] }))}
      />
      <TextField {...control(`prices.${currency}`)} {...amount} label={(isFromBuyer ? t.least : t.price)[currency]} />
      {isFromBuyer && <TextField {...control(`suggested.${currency}`)} {...amount} label={t.suggested[currency]} />}
    </div>
  );
}

import { type AdminCoupon, EditedCouponSchema, NewCouponSchema } from '@site/shared/contracts/admin-promotions.ts';
import { readAmount } from '@site/shared/contracts/ebook-rules.ts';
import { type Currency, currencyFacts } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import type { FieldWords } from '../../../drafts/field-conflict.tsx';
import { useSoldCurrencies } from '../../common/admin-settings-query.ts';
import { useAmountProblem } from '../../common/amount-problem.ts';
import { OptionGroup } from '../../common/more-options.tsx';
import { momentOf } from '../../common/zoned-time.ts';
import { BookPicker, useTitles } from './book-picker.tsx';
import { CouponPreview } from './coupon-preview.tsx';
import { PeriodField, PromotionForm, periodWords } from './promotion-form.tsx';
import { type CouponText, couponText, writtenCoupon } from './promotion-text.ts';
import css from './promotions.module.css';
import { findCoupon, saveCoupon } from './promotions-queries.ts';
import { texts } from './texts.ts';
import { usePeriod } from './use-period.ts';
import { usePromotionForm } from './use-promotion-form.ts';

/** Edits a new coupon, or the terms of an existing coupon. The code of a coupon never changes. */
export function CouponForm({ coupon, onClose }: { coupon: AdminCoupon | null; onClose: () => void }) {
  const t = useTexts(texts);
  const preferences = usePreferences();
  const sold = useSoldCurrencies();
  const form = usePromotionForm({
    kind: 'coupon',
    opened: coupon,
    textOf: (seen) => couponText(seen, preferences),
    find: findCoupon,
    save: (written, seen) => saveCoupon(seen, written.code, writtenCoupon(written, sold, preferences)),
    onClose,
  });
  const { body: text, change, problemOf } = form;
  const terms = writtenCoupon(text, sold, preferences);
  const body = { code: text.code, revision: coupon?.revision ?? 0, terms };
  const nameOf = (currency: Currency) => currencyFacts(currency).names[preferences.locale].plural;
  const titlesOf = useTitles();
  const periodOf = usePeriod();
  const { money } = useFormats();
  const amountProblem = useAmountProblem();
  /** Returns the exact problem of a typed amount. The contract could only say that the value is out of range. */
  const amountProblemOf = (group: 'amounts' | 'minimums', currency: Currency) => {
    const words = text[group][currency] ?? '';
    const problem = problemOf(`${group}.${currency}`);
    return problem && ((words.trim() !== '' && amountProblem(words, currency)) || problem);
  };
  const inEach = (values: CouponText['amounts']) =>
    sold.flatMap((currency) => (values[currency] ? [`${currency} ${values[currency]}`] : [])).join(' · ');
  const yesOrNo = (isOn: boolean) => (isOn ? t.yes : t.no);
  const fields: FieldWords<CouponText>[] = [
    [t.kind, (of) => t.kinds[of.kind]],
    [t.percent, (of) => of.percent],
    [t.kinds.amount, (of) => inEach(of.amounts)],
    [t.minimumTitle, (of) => inEach(of.minimums)],
    [t.books, (of) => (of.ebookIds ? titlesOf(of.ebookIds) : t.allBooks)],
    ...periodWords(t),
    [t.maxUses, (of) => of.maxUses],
    [t.maxPerBuyer, (of) => of.maxPerBuyer],
    [t.firstPurchase, (of) => yesOrNo(of.firstPurchase)],
    [t.stacks, (of) => yesOrNo(of.stacks)],
  ];
  const startsAt = momentOf(text.startsAt, preferences.timeZone);
  const minimum = sold
    .flatMap((currency) => {
      const read = readAmount(text.minimums[currency] ?? '', currency);
      return 'minor' in read ? [money(toMoney(read.minor, currency))] : [];
    })
    .join(' · ');
  const summary = [
    minimum && t.from(minimum),
    text.ebookIds ? t.someBooks(text.ebookIds.length) : t.allBooks,
    startsAt && periodOf({ startsAt, endsAt: null }),
    text.maxUses && t.usesInAll(text.maxUses),
    text.maxPerBuyer && t.usesEach(text.maxPerBuyer),
    text.firstPurchase && t.firstPurchase,
    text.stacks && t.stacks,
  ]
    .filter(Boolean)
    .join(' · ');
  const number = (name: 'maxUses' | 'maxPerBuyer') => (
    <TextField
      label={t[name]}
      hint={t.unlimited}
      inputMode="numeric"
      value={text[name]}
      error={problemOf(name)}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    />
  );
  return (
    <PromotionForm
      label={coupon ? t.editCoupon(coupon.code) : t.newCoupon}
      schema={coupon ? EditedCouponSchema : NewCouponSchema}
      body={body}
      form={form}
      fields={fields}
    >
      {!coupon && (
        <TextField
          label={t.code}
          hint={t.codeHint}
          value={text.code}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          error={problemOf('code')}
          onChange={({ currentTarget }) => change({ code: currentTarget.value })}
        />
      )}
      <div className={css.fields}>
        <Select
          label={t.kind}
          value={text.kind}
          options={(['percent', 'amount'] as const).map((value) => ({ value, label: t.kinds[value] }))}
          onChange={({ currentTarget }) => change({ kind: currentTarget.value === 'amount' ? 'amount' : 'percent' })}
        />
        {text.kind === 'percent' && (
          <TextField
            label={t.percent}
            inputMode="numeric"
            value={text.percent}
            error={problemOf('percent')}
            onChange={({ currentTarget }) => change({ percent: currentTarget.value })}
          />
        )}
        {text.kind === 'amount' &&
          sold.map((currency) => (
            <TextField
              key={currency}
              label={t.amount(nameOf(currency))}
              inputMode="decimal"
              value={text.amounts[currency] ?? ''}
              error={amountProblemOf('amounts', currency)}
              onChange={({ currentTarget }) => change({ amounts: { ...text.amounts, [currency]: currentTarget.value } })}
            />
          ))}
        <PeriodField name="endsAt" form={form} />
      </div>
      <CouponPreview terms={terms} />
      <OptionGroup value={summary}>
        <fieldset className={css.group}>
          <legend>{t.minimumTitle}</legend>
          <p className={css.soft}>{t.minimumHint}</p>
          <div className={css.fields}>
            {sold.map((currency) => (
              <TextField
                key={currency}
                label={t.minimum(nameOf(currency))}
                inputMode="decimal"
                value={text.minimums[currency] ?? ''}
                error={amountProblemOf('minimums', currency)}
                onChange={({ currentTarget }) => change({ minimums: { ...text.minimums, [currency]: currentTarget.value } })}
              />
            ))}
          </div>
        </fieldset>
        <fieldset className={css.group}>
          <legend>{t.books}</legend>
          {[true, false].map((isAll) => (
            <label key={String(isAll)} className={css.choice}>
              <input
                type="radio"
                name="books"
                checked={(text.ebookIds === null) === isAll}
                onChange={() => change({ ebookIds: isAll ? null : [] })}
              />
              {isAll ? t.allBooks : t.chosenBooks}
            </label>
          ))}
          {text.ebookIds && (
            <BookPicker chosen={text.ebookIds} error={problemOf('ebookIds')} onChange={(ebookIds) => change({ ebookIds })} />
          )}
        </fieldset>
        <div className={css.fields}>
          <PeriodField name="startsAt" form={form} />
          {number('maxUses')}
          {number('maxPerBuyer')}
        </div>
        <div className={css.group}>
          {(['firstPurchase', 'stacks'] as const).map((name) => (
            <label key={name} className={css.choice}>
              <input type="checkbox" checked={text[name]} onChange={({ currentTarget }) => change({ [name]: currentTarget.checked })} />
              {t[name]}
            </label>
          ))}
        </div>
      </OptionGroup>
    </PromotionForm>
  );
}

import { type AdminBundle, EditedBundleSchema } from '@site/shared/contracts/admin-promotions.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { usePreferences, useTexts } from '@site/shared/site/site.ts';
import type { FieldWords } from '../../../drafts/field-conflict.tsx';
import { OptionGroup } from '../../common/more-options.tsx';
import { momentOf } from '../../common/zoned-time.ts';
import { BookPicker, useTitles } from './book-picker.tsx';
import { PeriodField, PromotionForm, periodWords } from './promotion-form.tsx';
import { type BundleText, bundleText, writtenBundle } from './promotion-text.ts';
import css from './promotions.module.css';
import { findBundle, saveBundle } from './promotions-queries.ts';
import { texts } from './texts.ts';
import { usePeriod } from './use-period.ts';
import { usePromotionForm } from './use-promotion-form.ts';

/** Edits a new bundle, or the terms of an existing bundle. */
export function BundleForm({ bundle, onClose }: { bundle: AdminBundle | null; onClose: () => void }) {
  const t = useTexts(texts);
  const preferences = usePreferences();
  const form = usePromotionForm({
    kind: 'bundle',
    opened: bundle,
    textOf: (seen) => bundleText(seen, preferences),
    find: findBundle,
    save: (written, seen) => saveBundle(seen, writtenBundle(written, preferences)),
    onClose,
  });
  const { body: text, change, problemOf } = form;
  const body = { revision: bundle?.revision ?? 0, terms: writtenBundle(text, preferences) };
  const titlesOf = useTitles();
  const periodOf = usePeriod();
  const startsAt = momentOf(text.startsAt, preferences.timeZone);
  const fields: FieldWords<BundleText>[] = [
    [t.bundleTitle, (of) => of.title],
    [t.percent, (of) => of.percent],
    [t.books, (of) => titlesOf(of.ebookIds)],
    ...periodWords(t),
  ];
  return (
    <PromotionForm label={bundle?.terms.title ?? t.newBundle} schema={EditedBundleSchema} body={body} form={form} fields={fields}>
      <div className={css.fields}>
        <TextField
          label={t.bundleTitle}
          hint={t.bundleTitleHint}
          maxLength={80}
          value={text.title}
          error={problemOf('title')}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <TextField
          label={t.percent}
          inputMode="numeric"
          value={text.percent}
          error={problemOf('percent')}
          onChange={({ currentTarget }) => change({ percent: currentTarget.value })}
        />
        <PeriodField name="endsAt" form={form} />
      </div>
      <fieldset className={css.group}>
        <legend>{t.books}</legend>
        <BookPicker chosen={text.ebookIds} error={problemOf('ebookIds')} onChange={(ebookIds) => change({ ebookIds })} />
      </fieldset>
      <OptionGroup value={startsAt ? periodOf({ startsAt, endsAt: null }) : t.startsNow}>
        <PeriodField name="startsAt" form={form} />
      </OptionGroup>
    </PromotionForm>
  );
}

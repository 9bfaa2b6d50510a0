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
import { findBundle, useSaveBundle } from './promotions-queries.ts';
import { texts } from './texts.ts';
import { usePeriod } from './use-period.ts';
import { usePromotion } from './use-promotion.ts';

/** A new bundle, or the terms of one that is there. */
export function BundleForm({ bundle, onClose }: { bundle: AdminBundle | null; onClose: () => void }) {
  const t = useTexts(texts);
  const preferences = usePreferences();
  const promotion = usePromotion(bundle, (seen) => bundleText(seen, preferences), findBundle);
  const text = promotion.typed.body;
  const save = useSaveBundle(promotion.seen);
  const change = (changed: Partial<BundleText>) => promotion.typed.write({ ...text, ...changed });
  const body = { revision: promotion.seen?.revision ?? 0, terms: writtenBundle(text, preferences) };
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
    <PromotionForm
      label={bundle?.terms.title ?? t.newBundle}
      schema={EditedBundleSchema}
      body={body}
      saving={{ ...save, mutate: ({ terms }, options) => save.mutate(terms, options) }}
      promotion={promotion}
      fields={fields}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <div className={css.fields}>
            <TextField
              label={t.bundleTitle}
              hint={t.bundleTitleHint}
              maxLength={80}
              value={text.title}
              error={problemOf('terms.title')}
              onChange={({ currentTarget }) => change({ title: currentTarget.value })}
            />
            <TextField
              label={t.percent}
              inputMode="numeric"
              value={text.percent}
              error={problemOf('terms.percent')}
              onChange={({ currentTarget }) => change({ percent: currentTarget.value })}
            />
            <PeriodField name="endsAt" text={text} problemOf={problemOf} onChange={change} />
          </div>
          <fieldset className={css.group}>
            <legend>{t.books}</legend>
            <BookPicker chosen={text.ebookIds} error={problemOf('terms.ebookIds')} onChange={(ebookIds) => change({ ebookIds })} />
          </fieldset>
          <OptionGroup value={startsAt ? periodOf({ startsAt, endsAt: null }) : t.startsNow}>
            <PeriodField name="startsAt" text={text} problemOf={problemOf} onChange={change} />
          </OptionGroup>
        </>
      )}
    </PromotionForm>
  );
}

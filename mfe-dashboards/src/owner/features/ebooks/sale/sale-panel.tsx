import type { AdminEbook, AdminSale } from '@site/shared/contracts/admin-ebooks.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { CURRENCIES, type Currency } from '@site/shared/money/currencies.ts';
import { getReduction } from '@site/shared/money/reduction.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, Price, toast, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldConflict } from '../../../../drafts/field-conflict.tsx';
import { inForm } from '../../../../drafts/kept.ts';
import { ActionDialog } from '../../../../signed-in/action-dialog.tsx';
import { ActionFailure } from '../../../../signed-in/action-failure.tsx';
import { api } from '../../../../signed-in/api.ts';
import layout from '../../../../signed-in/layout.module.css';
import { Panel } from '../../../../signed-in/panel.tsx';
import { useMay } from '../../../../signed-in/permissions.ts';
import { useSoldCurrencies } from '../../../common/admin-settings-query.ts';
import { type Reasons, reasonsIn } from '../../../common/reasons.ts';
import { useRecordChange } from '../../../common/records.ts';
import { useRecordForm } from '../../../common/use-record-form.ts';
import { LAST_LOCAL } from '../../../common/zoned-time.ts';
import fieldsCss from '../book-fields.module.css';
import { ebookRecords } from '../ebooks-queries.ts';
import { useProblems } from '../problems.ts';
import { texts } from '../texts.ts';
import css from './sale-panel.module.css';
import { SaleResults } from './sale-results.tsx';
import { type SaleText, saleProblems, saleText, writtenSale } from './sale-text.ts';
import { saleTexts } from './sale-texts.ts';

/** A book's sale: the one that runs or is planned, and the form that sets it. */
export function SalePanel({ ebook }: { ebook: AdminEbook }) {
  const t = useTexts(saleTexts);
  const { moment } = useFormats();
  const mayPrice = useMay()('money');
  const { sale, revision } = ebook;
  const [seen, setSeen] = useState(() => ({ revision, at: Date.now() }));
  // A sale that was just created has begun since.
  if (seen.revision !== revision) setSeen({ revision, at: Date.now() });
  if (!CURRENCIES.some((currency) => hasPrice(ebook, currency)) || (!mayPrice && !sale)) return null;
  const runs = sale !== null && Date.parse(sale.startsAt) <= seen.at;
  return (
    <Panel title={t.title}>
      <div className={layout.stack}>
        <p>{sale ? (runs ? t.runs(moment(sale.endsAt)) : t.planned(moment(sale.startsAt), moment(sale.endsAt))) : t.none}</p>
        {mayPrice ? <SaleForm ebook={ebook} runs={runs} /> : sale && <SalePrices sale={sale} />}
        {mayPrice && <SaleResults ebook={ebook} />}
      </div>
    </Panel>
  );
}

/** Whether there is a price that can be lowered: there is none where the buyer decides. */
const hasPrice = ({ prices, suggested }: AdminEbook, currency: Currency): boolean =>
  prices[currency] !== null && suggested[currency] === null;

function SaleForm({ ebook, runs }: { ebook: AdminEbook; runs: boolean }) {
  const t = useTexts(saleTexts);
  const tEbook = useTexts(texts);
  const { locale, timeZone } = usePreferences();
  const sold = useSoldCurrencies().filter((currency) => hasPrice(ebook, currency));
  const [isEnding, setIsEnding] = useState(false);
  const form = useRecordForm({
    kind: ebookRecords,
    record: ebook,
    place: inForm,
    textOf: (book: AdminEbook) => saleText(book, CURRENCIES, timeZone, locale),
    save: (written) => setSale(ebook, writtenSale(written, sold, timeZone)),
    savedText: t.saved,
    reasonsIn: saleReasonsIn,
  });
  const { body: text, isStale, reasons } = form;
  const problems = useProblems()(reasons, text);

  const control = (field: keyof SaleText) => ({
    value: text[field],
    error: reasons[field] && (t.problems[reasons[field]] ?? problems[field]),
    onChange: (event: { currentTarget: { value: string } }) => form.change({ [field]: event.currentTarget.value }),
  });
  const conflictFields: (readonly [keyof SaleText, string])[] = [
    ['startsAt', t.startsAt],
    ['endsAt', t.endsAt],
    ...sold.map((currency) => [`prices.${currency}`, t.price[currency]] as const),
  ];

  return (
    <form
      ref={form.form}
      data-keep={`sale ${ebook.id}`}
      className={layout.stack}
      onSubmit={(event) => form.submit(event, () => saleProblems(text, ebook, sold, timeZone))}
      noValidate
      aria-label={t.title}
    >
      <div className={fieldsCss.group}>
        <TextField
          {...control('startsAt')}
          label={t.startsAt}
          {...(runs ? {} : { hint: t.startsAtHint })}
          type="datetime-local"
          max={LAST_LOCAL}
          disabled={runs}
        />
        <TextField {...control('endsAt')} label={t.endsAt} type="datetime-local" max={LAST_LOCAL} />
      </div>
      <p className={layout.soft}>{t.zone(timeZone)}</p>
      <div className={fieldsCss.group}>
        {sold.map((currency) => (
          <TextField key={currency} {...control(`prices.${currency}`)} label={t.price[currency]} inputMode="decimal" autoComplete="off" />
        ))}
      </div>
      <p className={layout.soft}>{t.priceHint}</p>
      <SalePreview ebook={ebook} text={text} />
      <FieldConflict
        title={t.conflictTitle}
        form={form}
        fields={conflictFields.map(([field, label]) => [label, (of: SaleText) => of[field].replace('T', ' ')])}
      />
      <ActionFailure error={Object.keys(reasons).length === 0 && form.error} what={t.failed} />
      <div className={layout.chips}>
        <Button type="submit" size="s" disabled={isStale} isPending={form.isSaving} pendingText={tEbook.saving}>
          {ebook.sale ? t.change : t.set}
        </Button>
        {ebook.sale && (
          <Button size="s" variant="quiet" onClick={() => setIsEnding(true)}>
            {runs ? t.end : t.cancel}
          </Button>
        )}
      </div>
      {isEnding && <EndDialog ebook={ebook} runs={runs} onClose={() => setIsEnding(false)} />}
    </form>
  );
}

/** The call names a field of the sale as part of it. */
const saleReasonsIn = (error: unknown): Reasons =>
  Object.fromEntries(Object.entries(reasonsIn(error)).map(([field, reason]) => [field.replace(/^sale\./, ''), reason]));

/** Sets the sale of a book; null ends it. */
const setSale = ({ id, revision }: AdminEbook, sale: ReturnType<typeof writtenSale> | null) =>
  api('PUT /api/admin/ebooks/:id/sale', {
    params: { id },
    body: { revision, sale: sale && { ...sale, endsAt: sale.endsAt as Instant } },
  });

function EndDialog({ ebook, runs, onClose }: { ebook: AdminEbook; runs: boolean; onClose: () => void }) {
  const t = useTexts(saleTexts);
  const end = useRecordChange(ebookRecords, ebook.id, () => setSale(ebook, null));
  function confirm() {
    end.mutate(undefined, {
      onSuccess: () => {
        onClose();
        toast.success(t.ended);
      },
    });
  }
  return (
    <ActionDialog
      title={runs ? t.endTitle : t.cancelTitle}
      onClose={onClose}
      action={end}
      onConfirm={confirm}
      confirmText={runs ? t.end : t.cancel}
      isDangerous
      failed={t.failed}
    >
      {runs && <p>{t.endMessage}</p>}
    </ActionDialog>
  );
}

/** While the admin types nothing is asked, in milliseconds. */
const TYPING_MS = 400;

/** What visitors would see of the sale that is typed: the server says what may be crossed out. */
function SalePreview({ ebook, text }: { ebook: AdminEbook; text: SaleText }) {
  const t = useTexts(saleTexts);
  const { timeZone } = usePreferences();
  const sold = useSoldCurrencies().filter((currency) => hasPrice(ebook, currency));
  const { id, revision } = ebook;
  const sale = writtenSale(text, sold, timeZone);
  const { endsAt } = sale;
  const isWhole = Object.keys(saleProblems(text, ebook, sold, timeZone)).length === 0;
  const preview = useQuery({
    queryKey: ['sale-preview', id, revision, sale],
    enabled: isWhole && endsAt !== null,
    retry: false,
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
      signal.throwIfAborted();
      const body = { revision, sale: { ...sale, endsAt: endsAt as Instant } };
      return (await api('POST /api/admin/ebooks/:id/sale-preview', { params: { id }, body, signal })).sale;
    },
  });
  return (
    <section className={css.preview} aria-label={t.preview} aria-live="polite" aria-busy={preview.isFetching}>
      {isWhole && preview.data && (
        <>
          <h3 className={css.title}>{t.preview}</h3>
          <SalePrices sale={preview.data} />
          <p className={layout.soft}>{t.why}</p>
        </>
      )}
      {isWhole && preview.isError && <p className={layout.soft}>{t.previewFailed}</p>}
    </section>
  );
}

/** What each price is in a sale, beside what may be crossed out. */
function SalePrices({ sale }: { sale: AdminSale }) {
  const t = useTexts(saleTexts);
  const { money } = useFormats();
  return (
    <ul className={css.prices}>
      {CURRENCIES.map((currency) => {
        const row = sale.prices[currency];
        if (!row) return null;
        const reduction = getReduction(
          { prices: { [currency]: row.now }, sales: { [currency]: { list: row.now, before: row.before, endsAt: sale.endsAt } } },
          currency,
        );
        return (
          <li key={currency} className={css.price}>
            {reduction && <s>{money(reduction.before)}</s>}
            <Price>{money({ minor: row.now, currency })}</Price>
            <span className={layout.soft}>{reduction ? t.percent(reduction.percent) : t.noBefore}</span>
          </li>
        );
      })}
    </ul>
  );
}

import type { AdminEbook, AdminSale } from '@site/shared/contracts/admin-ebooks.ts';
import { parsePrice } from '@site/shared/contracts/ebook-rules.ts';
import { CURRENCIES, type Currency } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { getReduction } from '@site/shared/money/reduction.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, Price, toast, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionDialog } from '../../../../signed-in/action-dialog.tsx';
import { api } from '../../../../signed-in/api.ts';
import layout from '../../../../signed-in/layout.module.css';
import { useMay } from '../../../../signed-in/permissions.ts';
import { useSoldCurrencies } from '../../../common/admin-settings-query.ts';
import { OptionGroup } from '../../../common/more-options.tsx';
import { useRecordChange } from '../../../common/records.ts';
import { LAST_LOCAL, momentOf } from '../../../common/zoned-time.ts';
import fieldsCss from '../book-fields.module.css';
import { AMOUNT, type BookFieldsProps, fieldOf } from '../book-fields.tsx';
import type { BookText } from '../book-text.ts';
import { ebookRecords } from '../ebooks-queries.ts';
import css from './sale-fields.module.css';
import { SaleResults } from './sale-results.tsx';
import { listPrices, saleProblems, writtenSale } from './sale-text.ts';
import { saleTexts } from './sale-texts.ts';

/** Shows a book's running or planned sale, and the fields that set it. */
export function SaleFields({ ebook, ...props }: BookFieldsProps & { ebook: AdminEbook }) {
  const t = useTexts(saleTexts);
  const { moment, money } = useFormats();
  const { timeZone } = usePreferences();
  const mayPrice = useMay()('money');
  const soldHere = useSoldCurrencies();
  const { text } = props;
  const { sale, revision } = ebook;
  const [isEnding, setIsEnding] = useState(false);
  const [seen, setSeen] = useState(() => ({ revision, at: Date.now() }));
  // The sale may have begun since this page was opened, so the time is taken again at each new revision.
  if (seen.revision !== revision) setSeen({ revision, at: Date.now() });
  const sold = Object.keys(listPrices(text, soldHere)) as Currency[];
  if (!sale && (!mayPrice || sold.length === 0)) return null;
  const runs = sale !== null && Date.parse(sale.startsAt) <= seen.at;
  const endsAt = momentOf(text['sale.endsAt'], timeZone);
  const amounts = sold.flatMap((currency) => {
    const price = parsePrice(text[`sale.prices.${currency}`], currency);
    return 'minor' in price ? [money(toMoney(price.minor, currency))] : [];
  });
  return (
    <OptionGroup title={t.title} value={endsAt ? [t.until(moment(endsAt)), ...amounts].join(', ') : t.unset}>
      <p>{sale ? (runs ? t.runs(moment(sale.endsAt)) : t.planned(moment(sale.startsAt), moment(sale.endsAt))) : t.none}</p>
      {!mayPrice && sale && <SalePrices sale={sale} />}
      {mayPrice && (
        <>
          <div className={fieldsCss.group}>
            <TextField
              {...fieldOf(props, 'sale.startsAt')}
              label={t.startsAt}
              hint={runs ? undefined : t.startsAtHint}
              type="datetime-local"
              max={LAST_LOCAL}
              disabled={runs}
            />
            <TextField {...fieldOf(props, 'sale.endsAt')} label={t.endsAt} type="datetime-local" max={LAST_LOCAL} />
          </div>
          <p className={layout.soft}>{t.zone(timeZone)}</p>
          <div className={fieldsCss.group}>
            {sold.map((currency) => (
              <TextField key={currency} {...fieldOf(props, `sale.prices.${currency}`)} {...AMOUNT} label={t.price[currency]} />
            ))}
          </div>
          <p className={layout.soft}>{t.priceHint}</p>
          <SalePreview ebook={ebook} text={text} />
          {sale && (
            <div>
              <Button size="s" variant="quiet" onClick={() => setIsEnding(true)}>
                {runs ? t.end : t.cancel}
              </Button>
            </div>
          )}
          <SaleResults ebook={ebook} />
        </>
      )}
      {isEnding && <EndDialog ebook={ebook} runs={runs} onClose={() => setIsEnding(false)} />}
    </OptionGroup>
  );
}

function EndDialog({ ebook, runs, onClose }: { ebook: AdminEbook; runs: boolean; onClose: () => void }) {
  const t = useTexts(saleTexts);
  const { id, revision } = ebook;
  const end = useRecordChange(ebookRecords, id, () =>
    api('PUT /api/admin/ebooks/:id/sale', { params: { id }, body: { revision, sale: null } }),
  );
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

/** The pause in typing before the preview is loaded, in milliseconds. */
const TYPING_MS = 400;

/** Previews the typed sale as visitors would see it. The server decides which previous price may be shown crossed out. */
function SalePreview({ ebook: { id, revision }, text }: { ebook: AdminEbook; text: BookText }) {
  const t = useTexts(saleTexts);
  const { timeZone } = usePreferences();
  const sold = useSoldCurrencies();
  const sale = writtenSale(text, sold, timeZone);
  const isWhole = Object.keys(saleProblems(text, sold, timeZone)).length === 0;
  const preview = useQuery({
    queryKey: ['sale-preview', id, revision, sale],
    enabled: isWhole,
    retry: false,
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
      signal.throwIfAborted();
      return (await api('POST /api/admin/ebooks/:id/sale-preview', { params: { id }, body: { revision, sale }, signal })).sale;
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

/** Shows each sale price, with the previous price crossed out if it may be shown. */
function SalePrices({ sale }: { sale: AdminSale }) {
  const t = useTexts(saleTexts);
  const { money } = useFormats();
  return (
    <ul className={css.prices}>
      {CURRENCIES.map((currency) => {
        const row = sale.prices[currency];
        if (!row) return null;
        const reduction = getReduction(
          { currentPrices: { [currency]: row.now }, sales: { [currency]: { list: row.now, before: row.before, endsAt: sale.endsAt } } },
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

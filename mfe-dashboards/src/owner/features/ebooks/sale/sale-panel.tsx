import type { AdminEbook, AdminSale } from '@site/shared/contracts/admin-ebooks.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { CURRENCIES, type Currency } from '@site/shared/money/currencies.ts';
import { getReduction } from '@site/shared/money/reduction.ts';
import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, Button, Price, toast, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { api } from '../../../../signed-in/api.ts';
import layout from '../../../../signed-in/layout.module.css';
import { useFailureText } from '../../../../signed-in/load-failure.tsx';
import { Panel } from '../../../../signed-in/panel.tsx';
import { useMay } from '../../../../signed-in/permissions.ts';
import { FieldConflict } from '../../../block-editor/field-conflict.tsx';
import { useTyped } from '../../../block-editor/use-typed.ts';
import { useSoldCurrencies } from '../../../common/admin-settings-query.ts';
import { reasonsIn } from '../../../common/reasons.ts';
import { LAST_LOCAL } from '../../../common/zoned-time.ts';
import fieldsCss from '../book-fields.module.css';
import { focusProblem } from '../book-fields.tsx';
import { useChangedEbook, useReadAgain } from '../ebooks-queries.ts';
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
  const form = useRef<HTMLFormElement>(null);
  const saved = { version: ebook.revision, body: saleText(ebook, CURRENCIES, timeZone, locale) };
  const { body: text, draft, isStale, write, rebase, discard, settle } = useTyped<SaleText>(saved);
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const [isEnding, setIsEnding] = useState(false);
  const save = useSetSale(ebook);
  const failure = useFailureText(save.error);
  const problems = useProblems()(reasons, text);

  const control = (field: keyof SaleText) => ({
    value: text[field],
    error: reasons[field] && (t.problems[reasons[field]] ?? problems[field]),
    onChange: (event: { currentTarget: { value: string } }) => {
      write({ ...text, [field]: event.currentTarget.value });
      setReasons(({ [field]: _corrected, ...others }) => others);
    },
  });

  function refuse(found: Readonly<Record<string, string>>): boolean {
    // The call names a field of the sale as part of it.
    const named = Object.fromEntries(Object.entries(found).map(([field, reason]) => [field.replace(/^sale\./, ''), reason]));
    setReasons(named);
    const isRefused = Object.keys(named).length > 0;
    if (isRefused && form.current) focusProblem(form.current);
    return isRefused;
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending || isStale) return;
    save.reset();
    if (refuse(saleProblems(text, ebook, sold, timeZone))) return;
    save.mutate(writtenSale(text, sold, timeZone), {
      onSuccess: (answer) => {
        settle(text, { version: answer.revision, body: saleText(answer, CURRENCIES, timeZone, locale) });
        toast.success(t.saved);
      },
      onError: (error) => refuse(reasonsIn(error)),
    });
  }

  function forget() {
    discard();
    setReasons({});
    save.reset();
  }

  function keep(chosen: SaleText) {
    rebase(chosen);
    save.reset();
  }

  return (
    <form ref={form} data-keep={`sale ${ebook.id}`} className={layout.stack} onSubmit={submit} noValidate aria-label={t.title}>
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
      {isStale && draft && (
        <SaleConflict ebook={ebook} theirs={saved.body} mine={text} sold={sold} onTake={forget} onKeep={() => keep(text)} />
      )}
      <div role="alert">
        {save.error && !isStale && Object.keys(reasons).length === 0 && (
          <p className={layout.problem}>
            {t.failed} {failure}
          </p>
        )}
      </div>
      <div className={layout.chips}>
        <Button type="submit" size="s" disabled={isStale} isPending={save.isPending} pendingText={tEbook.saving}>
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

type SaleConflictProps = {
  readonly ebook: AdminEbook;
  readonly theirs: SaleText;
  readonly mine: SaleText;
  readonly sold: readonly Currency[];
  readonly onTake: () => void;
  readonly onKeep: () => void;
};

/** Another admin changed the sale meanwhile, or ended it. */
function SaleConflict({ ebook, theirs, mine, sold, onTake, onKeep }: SaleConflictProps) {
  const t = useTexts(saleTexts);
  const prices = sold.map((currency) => [`prices.${currency}`, t.price[currency]] as const);
  const labels: (readonly [keyof SaleText, string])[] = [['startsAt', t.startsAt], ['endsAt', t.endsAt], ...prices];
  const fields = labels.map(([field, label]) => [label, theirs[field].replace('T', ' '), mine[field].replace('T', ' ')] as const);
  const saved = { subject: `ebook ${ebook.id}`, version: ebook.revision };
  return <FieldConflict title={t.conflictTitle} saved={saved} fields={fields} onTake={onTake} onKeep={onKeep} />;
}

/** A call that answers the book as it is then. */
function useSetSale({ id, revision }: AdminEbook) {
  const changed = useChangedEbook();
  const readAgain = useReadAgain(id);
  return useMutation({
    mutationFn: (sale: ReturnType<typeof writtenSale> | null) =>
      api('PUT /api/admin/ebooks/:id/sale', {
        params: { id },
        body: { revision, sale: sale && { ...sale, endsAt: sale.endsAt as Instant } },
      }),
    onSuccess: changed,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'changed_meanwhile') void readAgain();
    },
  });
}

function EndDialog({ ebook, runs, onClose }: { ebook: AdminEbook; runs: boolean; onClose: () => void }) {
  const t = useTexts(saleTexts);
  const end = useSetSale(ebook);
  const failure = useFailureText(end.error);
  return (
    <ConfirmDialog
      title={runs ? t.endTitle : t.cancelTitle}
      isOpen
      onClose={onClose}
      actions={
        <Button
          variant="danger"
          isPending={end.isPending}
          onClick={() =>
            end.mutate(null, {
              onSuccess: () => {
                onClose();
                toast.success(t.ended);
              },
            })
          }
        >
          {runs ? t.end : t.cancel}
        </Button>
      }
    >
      {runs && <p>{t.endMessage}</p>}
      <div role="alert">
        {end.isError && (
          <p className={layout.problem}>
            {t.failed} {failure}
          </p>
        )}
      </div>
    </ConfirmDialog>
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

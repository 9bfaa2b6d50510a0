import type { Import, ImportRow, KeptSubject, RowOutcome, RowRefusal } from '@site/shared/contracts/admin-imports.ts';
import { REFUSED_ROWS_DAYS, ROW_REFUSALS } from '@site/shared/contracts/admin-imports.ts';
import { CONFIRM_DAYS, LETTERS_FIRST_DAY, UNCONFIRMED_DAYS } from '@site/shared/contracts/letter-rules.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { type Column, Table } from '@site/shared/patterns/table.tsx';
import {
  Button,
  Link,
  paths,
  Select,
  Skeleton,
  toast,
  useFormats,
  useNavigate,
  usePreferences,
  useTexts,
  VisuallyHidden,
} from '@site/shared/site/site.ts';
import { keptTexts, refusalTexts } from '@site/shared/texts/refusal-texts.ts';
import { useState } from 'react';
import { ExportButton } from '../../admin/export-button.tsx';
import { useExportPath } from '../../admin/list-query.ts';
import { PageHeading } from '../../admin/page-heading.tsx';
import { Panel } from '../../admin/panel.tsx';
import { LoadFailure } from '../../signed-in/load-failure.tsx';
import { ImportProof } from './import-proof.tsx';
import css from './imports.module.css';
import { useImport, useImportActions } from './imports-queries.ts';
import { TONES } from './imports-tones.ts';
import { texts } from './texts.ts';

/** One import: what would become of its file, the press, and what became of it. */
export function ImportPage({ id }: { id: string }) {
  const t = useTexts(texts);
  const found = useImport(id);
  const back = <Link to={paths.dashboard.href('imports')}>← {t.back}</Link>;
  if (found.isPending) {
    return (
      <>
        <PageHeading title={t.title} back={back} />
        <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
        <Skeleton lines={8} />
      </>
    );
  }
  if (!found.data) {
    return (
      <>
        <PageHeading title={t.title} back={back} />
        <LoadFailure title={t.failedOne} error={found.error} onRetry={() => void found.refetch()} isRetrying={found.isFetching} />
      </>
    );
  }
  const { kind, source, origin, state } = found.data;
  return (
    <>
      <PageHeading
        title={found.data.filename}
        hint={[t.kinds[kind], kind === 'purchases' ? t.sources[source] : origin].join(' · ')}
        back={back}
        actions={<Badge tone={TONES[state]}>{t.states[state]}</Badge>}
      />
      <Details found={found.data} />
    </>
  );
}

function Details({ found }: { found: Import }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const number = (value: number) => value.toLocaleString(locale);
  const { state, rows, added, known, refused } = found;
  const done = added + known + refused;
  const gone = found.removed + (found.standings.used ?? 0) + (found.standings.elsewhere ?? 0);
  return (
    <div className={css.stack}>
      <div role="status" className={css.status}>
        {state === 'reading' && <Progress words={t.reading(number(rows))} />}
        {state === 'importing' && <Progress words={t.importing(number(done), number(rows))} part={done / Math.max(1, rows)} />}
        {state === 'undoing' && <Progress words={t.undoing(number(gone), number(added))} part={gone / Math.max(1, added)} />}
        {found.problem && <p className={css.failure}>{t.problems[found.problem]}</p>}
      </div>
      {(state === 'ready' || state === 'done') && <Outcomes found={found} />}
      {state === 'undone' && <Undone found={found} />}
      {state === 'ready' && found.products.length > 0 && <Products found={found} />}
      {state === 'ready' && found.firstRows.length > 0 && (
        <Panel title={t.rowsTitle} isFlush>
          <Rows caption={t.rowsCaption} heading={t.becomes} rows={found.firstRows} hasProduct={found.kind === 'purchases'} />
        </Panel>
      )}
      {found.firstRefused.length > 0 && <Refused found={found} />}
      {found.firstKept.length > 0 && <Kept found={found} />}
      {found.kind === 'subscribers' && (found.proofName !== null || state === 'ready' || state === 'importing' || state === 'done') && (
        <ImportProof found={found} />
      )}
      {(state === 'ready' || state === 'refused') && <Actions found={found} />}
      {state === 'done' && found.added > 0 && <Undo found={found} />}
    </div>
  );
}

function Progress({ words, part }: { words: string; part?: number }) {
  return (
    <>
      <progress className={css.progress} max={1} {...(part === undefined ? {} : { value: part })} aria-label={words} />
      <p>{words}</p>
    </>
  );
}

const isRefusal = (outcome: RowOutcome): outcome is RowRefusal => ROW_REFUSALS.some((refusal) => refusal === outcome);

function Outcomes({ found }: { found: Import }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const shown = (rows: number) => rows.toLocaleString(locale);
  const isDone = found.state === 'done';
  const foreseen = Object.entries(found.outcomes) as [RowOutcome, number][];
  const refused = isDone ? found.refused : foreseen.reduce((sum, [outcome, rows]) => sum + (isRefusal(outcome) ? rows : 0), 0);
  const lines = isDone
    ? [t.added(found.added, shown(found.added)), t.already(found.known, shown(found.known))]
    : foreseen.flatMap(([outcome, rows]) => (isRefusal(outcome) ? [] : [t.outcomes[outcome](rows, shown(rows))]));
  return (
    <Panel title={isDone ? t.happened : t.foreseen}>
      <ul className={css.outcomes}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {refused > 0 && <li data-refused>{t.refusedRows(refused, shown(refused))}</li>}
      </ul>
      <p className={css.hint}>
        {found.kind === 'purchases' ? t.purchasesHint : t.subscribersHint(LETTERS_FIRST_DAY, CONFIRM_DAYS, UNCONFIRMED_DAYS)}
      </p>
    </Panel>
  );
}

function Products({ found: { id, products, ebooks } }: { found: Import }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const { map } = useImportActions(id);
  const options = [{ value: '', label: t.noBook }, ...ebooks.map((ebook) => ({ value: ebook.id, label: ebook.title }))];
  const choose = (product: string, ebookId: string) =>
    map.mutate({ product, ebookId: ebookId || null }, { onError: () => toast.error(t.saveFailed) });
  const columns: Column<Import['products'][number]>[] = [
    { id: 'product', header: t.product, cell: ({ product }) => product },
    { id: 'rows', header: t.rowsOf, cell: ({ rows }) => rows.toLocaleString(locale), isNumber: true },
    {
      id: 'book',
      header: t.book,
      cell: ({ product, ebookId }) => (
        <Select
          isCompact
          isLabelHidden
          label={t.bookOf(product)}
          options={options}
          value={map.isPending && map.variables.product === product ? (map.variables.ebookId ?? '') : (ebookId ?? '')}
          onChange={({ currentTarget }) => choose(product, currentTarget.value)}
        />
      ),
    },
  ];
  return (
    <Panel title={t.productsTitle} isFlush>
      <p className={css.note}>{t.productsHint}</p>
      <div className={css.table}>
        <Table caption={t.productsCaption} columns={columns} rows={products} rowKey={({ product }) => product} />
      </div>
    </Panel>
  );
}

type RowsProps = { caption: string; heading: string; rows: readonly ImportRow[]; hasProduct: boolean };

function Rows({ caption, heading, rows, hasProduct }: RowsProps) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const { day } = useFormats();
  const reasons = refusalTexts[locale];
  const columns: Column<ImportRow>[] = [
    { id: 'line', header: t.line, cell: ({ line }) => line.toLocaleString(locale) },
    { id: 'email', header: t.email, cell: ({ email }) => email || '–' },
    ...(hasProduct ? [{ id: 'product', header: t.product, cell: ({ product }: ImportRow) => product || '–' }] : []),
    { id: 'date', header: t.date, cell: ({ at }) => (at ? <time dateTime={at}>{day(at)}</time> : '–') },
    { id: 'outcome', header: heading, cell: ({ outcome }) => (isRefusal(outcome) ? reasons[outcome] : t.outcome[outcome]) },
  ];
  return (
    <div className={css.table}>
      <Table caption={caption} columns={columns} rows={rows} rowKey={({ line }) => String(line)} />
    </div>
  );
}

function Refused({ found }: { found: Import }) {
  const t = useTexts(texts);
  const path = useExportPath(`/api/admin/imports/${found.id}/refused.csv`, {});
  return (
    <Panel title={t.refusedTitle} action={<ExportButton path={path} />} isFlush>
      <Rows caption={t.refusedCaption} heading={t.reason} rows={found.firstRefused} hasProduct={found.kind === 'purchases'} />
      {(found.state === 'done' || found.state === 'undone') && <DiscardRefused id={found.id} />}
    </Panel>
  );
}

/** Of an import that is over its refused rows are what waits for the owner. */
function DiscardRefused({ id }: { id: string }) {
  const t = useTexts(texts);
  const [isAsking, setIsAsking] = useState(false);
  const { discardRefused } = useImportActions(id);

  function confirm() {
    setIsAsking(false);
    discardRefused.mutate(undefined, {
      onSuccess: () => toast.success(t.refusedDiscarded),
      onError: () => toast.error(t.discardRefusedFailed),
    });
  }
  return (
    <div className={css.refused}>
      <p className={css.hint}>{t.refusedHint(REFUSED_ROWS_DAYS)}</p>
      <Button variant="secondary" size="s" isPending={discardRefused.isPending} onClick={() => setIsAsking(true)}>
        {t.discardRefused}
      </Button>
      <ConfirmDialog
        title={t.discardRefusedTitle}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        actions={
          <Button variant="danger" onClick={confirm}>
            {t.discardRefused}
          </Button>
        }
      >
        <p>{t.discardRefusedHint}</p>
      </ConfirmDialog>
    </div>
  );
}

/** What stays if the import is undone, or stayed. */
function useKeptLines({ standings: { used = 0, elsewhere = 0 } }: Import): string[] {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  return [
    ...(used > 0 ? [t.undoUsed(used, used.toLocaleString(locale))] : []),
    ...(elsewhere > 0 ? [t.undoElsewhere(elsewhere, elsewhere.toLocaleString(locale))] : []),
  ];
}

function Undone({ found }: { found: Import }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const kept = useKeptLines(found);
  return (
    <Panel title={t.undone}>
      <ul className={css.outcomes}>
        {[t.removed(found.removed, found.removed.toLocaleString(locale)), ...kept].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Panel>
  );
}

function Kept({ found }: { found: Import }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const path = useExportPath(`/api/admin/imports/${found.id}/kept.csv`, {});
  const columns: Column<KeptSubject>[] = [
    { id: 'email', header: t.email, cell: ({ email }) => email },
    ...(found.kind === 'purchases' ? [{ id: 'book', header: t.book, cell: ({ title }: KeptSubject) => title }] : []),
    { id: 'reason', header: t.reason, cell: ({ reason }) => keptTexts[locale][reason] },
  ];
  return (
    <Panel title={t.keptTitle} action={<ExportButton path={path} />} isFlush>
      <div className={css.table}>
        <Table caption={t.keptCaption} columns={columns} rows={found.firstKept} rowKey={({ id }) => id} />
      </div>
    </Panel>
  );
}

/** Takes the import back, after it was said what goes and what stays. */
function Undo({ found }: { found: Import }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const [isAsking, setIsAsking] = useState(false);
  const { undo } = useImportActions(found.id);
  const kept = useKeptLines(found);
  const { removed = 0 } = found.standings;
  if (removed === 0) return <p className={css.hint}>{t.nothingToUndo}</p>;

  function confirm() {
    setIsAsking(false);
    undo.mutate(undefined, {
      onSuccess: () => toast.success(t.undoStarted),
      onError: () => toast.error(t.undoFailed),
    });
  }
  return (
    <div className={css.buttons}>
      <Button variant="secondary" isPending={undo.isPending} onClick={() => setIsAsking(true)}>
        {t.undo}
      </Button>
      <ConfirmDialog
        title={t.undoTitle}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        actions={
          <Button variant="danger" onClick={confirm}>
            {t.undo}
          </Button>
        }
      >
        <ul className={css.outcomes}>
          {[t.undoRemoved[found.kind](removed, removed.toLocaleString(locale)), ...kept].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className={css.hint}>{t.undoHint}</p>
      </ConfirmDialog>
    </div>
  );
}

/** How many rows would become something. */
const countNew = ({ outcomes }: Import) =>
  (['new', 'confirmed', 'asked', 'left'] as const).reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0);

function Actions({ found }: { found: Import }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const { map, start, discard } = useImportActions(found.id);
  const rows = countNew(found);

  function confirm() {
    setIsAsking(false);
    start.mutate(undefined, {
      onSuccess: () => toast.success(t.started),
      onError: () => toast.error(t.startFailed),
    });
  }
  const remove = () =>
    discard.mutate(undefined, {
      onSuccess: () => {
        toast.success(t.discarded);
        void navigate(paths.dashboard.href('imports'));
      },
      onError: () => toast.error(t.removeFailed),
    });
  return (
    <div className={css.buttons}>
      {found.state === 'ready' && rows > 0 && (
        <Button isPending={start.isPending || map.isPending} onClick={() => setIsAsking(true)}>
          {t.import}
        </Button>
      )}
      <Button variant="secondary" isPending={discard.isPending} onClick={remove}>
        {t.discard}
      </Button>
      {found.state === 'ready' && rows === 0 && <p className={css.hint}>{t.nothingToImport}</p>}
      <ConfirmDialog
        title={t.confirmTitle}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        actions={<Button onClick={confirm}>{t.import}</Button>}
      >
        <p>{t.confirm[found.kind](rows.toLocaleString(locale))}</p>
      </ConfirmDialog>
    </div>
  );
}

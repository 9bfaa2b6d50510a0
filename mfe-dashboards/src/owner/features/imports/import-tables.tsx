import type { Import, ImportRow, KeptSubject } from '@site/shared/contracts/admin-imports.ts';
import { Select } from '@site/shared/patterns/select.tsx';
import { toast, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { keptTexts, refusalTexts } from '@site/shared/texts/refusal-texts.ts';
import { Panel } from '../../../signed-in/panel.tsx';
import { ExportButton } from '../../common/export-button.tsx';
import { useExportPath } from '../../common/list-query.ts';
import { type Column, ListTable } from '../../common/list-table.tsx';
import { DiscardRefused } from './import-actions.tsx';
import css from './imports.module.css';
import { useImportActions } from './imports-queries.ts';
import { isRefusal } from './is-refusal.ts';
import { texts } from './texts.ts';

/** Shows the products named in the file, and the book for each. */
export function Products({ found: { id, products, ebooks } }: { found: Import }) {
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
      <ListTable caption={t.productsCaption} columns={columns} rows={products} rowKey={({ product }) => product} />
    </Panel>
  );
}

type RowsProps = { caption: string; heading: string; rows: readonly ImportRow[]; hasProduct: boolean };

/** Shows rows of the file, with the result of each under `heading`. */
export function Rows({ caption, heading, rows, hasProduct }: RowsProps) {
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
  return <ListTable caption={caption} columns={columns} rows={rows} rowKey={({ line }) => String(line)} />;
}

/** Shows the first refused rows, with buttons to download all of them and to discard them. */
export function Refused({ found }: { found: Import }) {
  const t = useTexts(texts);
  const path = useExportPath(`/api/admin/imports/${found.id}/refused.csv`, {});
  return (
    <Panel title={t.refusedTitle} action={<ExportButton path={path} />} isFlush>
      <Rows caption={t.refusedCaption} heading={t.reason} rows={found.firstRefused} hasProduct={found.kind === 'purchases'} />
      {(found.state === 'done' || found.state === 'undone') && <DiscardRefused id={found.id} />}
    </Panel>
  );
}

/** Shows what an undone import kept, and why. */
export function Kept({ found }: { found: Import }) {
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
      <ListTable caption={t.keptCaption} columns={columns} rows={found.firstKept} rowKey={({ id }) => id} />
    </Panel>
  );
}

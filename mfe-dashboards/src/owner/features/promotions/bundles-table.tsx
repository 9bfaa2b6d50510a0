import type { AdminBundle } from '@site/shared/contracts/admin-promotions.ts';
import type { Money } from '@site/shared/money/money.ts';
import { type Column, Table } from '@site/shared/patterns/table.tsx';
import { Button, usePreferences, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { Amounts } from '../../common/amounts.tsx';
import { ArchiveButton } from './archive-button.tsx';
import css from './promotions.module.css';
import { texts } from './texts.ts';
import { usePeriod } from './use-period.ts';

type BundlesTableProps = { readonly bundles: readonly AdminBundle[]; readonly onEdit: (bundle: AdminBundle) => void };

/** Bundles with what they take off, and what came of it. */
export function BundlesTable({ bundles, onEdit }: BundlesTableProps) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const period = usePeriod();
  const amounts = (sums: readonly Money[]) => (sums.length > 0 ? <Amounts amounts={sums} /> : '–');
  const columns: Column<AdminBundle>[] = [
    { id: 'title', header: t.bundle, cell: ({ terms }) => terms.title },
    { id: 'discount', header: t.discount, cell: ({ terms }) => `${t.off(`${terms.percent}%`)}, ${t.someBooks(terms.ebookIds.length)}` },
    { id: 'period', header: t.period, cell: ({ terms }) => period(terms.period) },
    { id: 'orders', header: t.paidOrders, isNumber: true, cell: ({ orders }) => orders.toLocaleString(locale) },
    { id: 'revenue', header: t.revenue, isNumber: true, cell: ({ sums }) => amounts(sums.map(({ revenue }) => revenue)) },
    { id: 'given', header: t.given, isNumber: true, cell: ({ sums }) => amounts(sums.map(({ discount }) => discount)) },
    {
      id: 'actions',
      header: t.actions,
      cell: (bundle) =>
        bundle.archivedAt === null && (
          <div className={css.buttons}>
            <Button variant="quiet" size="s" onClick={() => onEdit(bundle)}>
              {t.edit}
              <VisuallyHidden> {bundle.terms.title}</VisuallyHidden>
            </Button>
            <ArchiveButton id={bundle.id} name={bundle.terms.title} />
          </div>
        ),
    },
  ];
  return (
    <div className={css.table}>
      <Table caption={t.bundlesCaption} columns={columns} rows={bundles} rowKey={({ id }) => id} />
    </div>
  );
}

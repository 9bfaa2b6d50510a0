import type { AdminBundle } from '@site/shared/contracts/admin-promotions.ts';
import type { Money } from '@site/shared/money/money.ts';
import { Link, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { Amounts } from '../../common/amounts.tsx';
import { type Column, ListTable } from '../../common/list-table.tsx';
import { MoreMenu } from '../../common/more-menu.tsx';
import { ArchiveButton } from './archive-button.tsx';
import { editHref } from './promotions-queries.ts';
import { texts } from './texts.ts';
import { usePeriod } from './use-period.ts';

/** Lists the bundles with their discounts and results. */
export function BundlesTable({ bundles }: { bundles: readonly AdminBundle[] }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const period = usePeriod();
  const amounts = (sums: readonly Money[]) => (sums.length > 0 ? <Amounts amounts={sums} /> : '–');
  const columns: Column<AdminBundle>[] = [
    {
      id: 'title',
      header: t.bundle,
      cell: ({ id, terms, archivedAt }) => (archivedAt === null ? <Link to={editHref('bundle', id)}>{terms.title}</Link> : terms.title),
    },
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
          <MoreMenu of={bundle.terms.title}>
            <ArchiveButton id={bundle.id} name={bundle.terms.title} />
          </MoreMenu>
        ),
    },
  ];
  return <ListTable caption={t.bundles} columns={columns} rows={bundles} rowKey={({ id }) => id} />;
}

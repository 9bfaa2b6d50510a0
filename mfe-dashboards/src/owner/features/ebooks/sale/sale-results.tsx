import type { AdminEbook, SaleResults as Results } from '@site/shared/contracts/admin-ebooks.ts';
import { type Column, Table } from '@site/shared/patterns/table.tsx';
import { useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../signed-in/api.ts';
import layout from '../../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../../signed-in/load-failure.tsx';
import { useReaderUid } from '../../../../signed-in/reader-uid.ts';
import css from './sale-fields.module.css';
import { saleTexts } from './sale-texts.ts';

type Sale = Results['sales'][number];
type Row = Pick<Sale, 'startsAt' | 'endsAt'> & Sale['sums'][number];

/** Shows the income and cost of a book's sales so far; nothing before the first sale. */
export function SaleResults({ ebook: { id, revision } }: { ebook: AdminEbook }) {
  const t = useTexts(saleTexts);
  const { moment, money } = useFormats();
  const { locale } = usePreferences();
  const uid = useReaderUid();
  const results = useQuery({
    // A change of the sale increases the book's revision, so the results are loaded again.
    queryKey: ['sale-results', uid, id, revision],
    enabled: uid !== null,
    staleTime: 0,
    queryFn: ({ signal }) => api('GET /api/admin/ebooks/:id/sales', { params: { id }, signal }),
  });
  if (results.isError && !results.data) return <LoadFailure title={t.resultsFailed} query={results} />;
  const rows: Row[] = results.data?.sales.flatMap(({ startsAt, endsAt, sums }) => sums.map((sum) => ({ startsAt, endsAt, ...sum }))) ?? [];
  if (rows.length === 0) return null;
  const columns: Column<Row>[] = [
    { id: 'period', header: t.resultPeriod, cell: ({ startsAt, endsAt }) => t.resultDates(moment(startsAt), moment(endsAt)) },
    { id: 'price', header: t.resultPrice, isNumber: true, cell: ({ price }) => money(price) },
    { id: 'copies', header: t.resultCopies, isNumber: true, cell: ({ copies }) => copies.toLocaleString(locale) },
    { id: 'revenue', header: t.resultRevenue, isNumber: true, cell: ({ revenue }) => money(revenue) },
    { id: 'discount', header: t.resultDiscount, isNumber: true, cell: ({ discount }) => money(discount) },
  ];
  return (
    <section className={css.results} aria-label={t.results}>
      <h3 className={css.title}>{t.results}</h3>
      <p className={layout.soft}>{t.resultsMeaning}</p>
      <Table
        caption={t.results}
        columns={columns}
        rows={rows}
        rowKey={({ startsAt, endsAt, price }) => `${startsAt} ${endsAt} ${price.currency}`}
      />
    </section>
  );
}

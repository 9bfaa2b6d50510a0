import { type ListedOrder, ORDER_FILTERS } from '@site/shared/contracts/admin-orders.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Button, Icon, icons, Link, Price, paths, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { OrderStateBadge } from '../../../orders/order-state.tsx';
import { texts as orderTexts } from '../../../orders/texts.ts';
import { api } from '../../../signed-in/api.ts';
import { CopyEmail } from '../../../signed-in/copy-email.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { ExportButton } from '../../common/export-button.tsx';
import { useListAddress } from '../../common/list-address.ts';
import { useExportPath, useListPage } from '../../common/list-query.ts';
import { type Column, ListTable, RowName } from '../../common/list-table.tsx';
import { optionsOf, SearchedList } from '../../common/searched-list.tsx';
import { CouponNote } from './coupon-note.tsx';
import { DayFilter } from './day-filter.tsx';
import { DueNote } from './due-note.tsx';
import css from './orders-tab.module.css';
import { texts } from './texts.ts';

/** Lists all paid orders, 20 per page. */
export function Component() {
  const t = useTexts(texts);
  const o = useTexts(orderTexts);
  const { cost, moment } = useFormats();
  const may = useMay();
  const list = useListAddress();
  const coupon = list.value('coupon') || undefined;
  const filters = {
    q: list.value('q') || undefined,
    from: list.value('from') || undefined,
    to: list.value('to') || undefined,
    state: list.oneOf('state', ORDER_FILTERS),
    coupon,
  };
  const sort = list.oneOf('sort', ['oldest']);
  const orders = useListPage('admin-orders', { ...filters, sort }, list.page, (query, signal) =>
    api('GET /api/admin/orders', { query, signal }),
  );
  const exportPath = useExportPath('/api/admin/orders.csv', filters);
  const receiptsPath = useExportPath('/api/admin/receipts.csv', { from: filters.from, to: filters.to });
  const columns: Column<ListedOrder>[] = [
    {
      id: 'books',
      header: t.books,
      cell: (order) => (
        <RowName notes={<Items order={order} />}>
          <Link to={adminPaths.order.href(order.id)}>
            <span lang={order.items[0]?.language}>{order.items[0]?.name}</span>
            {order.items.length > 1 && <span>{t.others(order.items.length - 1)}</span>}
            <VisuallyHidden>, {t.title(order.number)}</VisuallyHidden>
          </Link>
        </RowName>
      ),
    },
    { id: 'date', header: o.date, cell: ({ date }) => <time dateTime={date}>{moment(date)}</time> },
    {
      id: 'buyer',
      header: t.buyer,
      // A guest order has no name.
      cell: ({ name, email }) => (
        <RowName notes={name && <CopyEmail email={email} />}>{name ? <span>{name}</span> : <CopyEmail email={email} />}</RowName>
      ),
    },
    {
      id: 'state',
      header: o.state,
      cell: (order) => (
        <>
          <OrderStateBadge order={order} forOwner />
          <DueNote order={order} />
          <CouponNote order={order} />
        </>
      ),
    },
    { id: 'total', header: o.total, isNumber: true, cell: ({ total }) => <Price size="s">{cost(total)}</Price> },
  ];
  return (
    <SearchedList
      icon={icons.bag}
      beginsAt={paths.shop.href()}
      texts={{ ...t, title: t.orders, hint: undefined }}
      list={list}
      choices={[
        {
          name: 'state',
          label: t.state,
          all: t.allPaid,
          options: optionsOf(ORDER_FILTERS, { ...o.states, disputed: t.disputed }),
          isPartial: true,
        },
      ]}
      moreFilters={{
        names: ['from', 'to', 'coupon'],
        controls: (
          <>
            <DayFilter list={list} name="from" max={list.value('to')} />
            <DayFilter list={list} name="to" min={list.value('from')} />
            {coupon && (
              <Button variant="secondary" size="s" onClick={() => list.filter({ coupon: null })}>
                <span>{t.withCoupon(coupon)}</span>
                <Icon path={pageIcons.close} />
                <VisuallyHidden>, {t.anyCoupon}</VisuallyHidden>
              </Button>
            )}
          </>
        ),
      }}
      sorts={[{ value: 'oldest', label: t.oldest }]}
      query={orders}
      rowsOf={(page) => page.orders}
      actions={
        <>
          {may('money') && <ExportButton path={receiptsPath} label={t.exportReceipts} />}
          {may('lists') && <ExportButton path={exportPath} />}
        </>
      }
    >
      {(page) => <ListTable caption={t.orders} columns={columns} rows={page.orders} rowKey={({ id }) => id} />}
    </SearchedList>
  );
}

/** Shows an order's number. Pressing it shows the order's items. */
function Items({ order: { number, items } }: { order: ListedOrder }) {
  const t = useTexts(texts);
  const o = useTexts(orderTexts);
  const { cost } = useFormats();
  return (
    <details className={css.items}>
      <summary>
        <span>{`${t.title(number)} · ${t.itemCount(items.length)}`}</span>
        <Icon path={pageIcons.chevronDown} />
      </summary>
      <ul aria-label={t.detailsOf(number)}>
        {items.map((item) => (
          <li key={item.ebookId}>
            <span lang={item.language}>{item.name}</span>
            <span>{` · ${item.format} · ${item.quantity > 1 ? o.copies(item.quantity, cost(item.price)) : cost(item.price)}`}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

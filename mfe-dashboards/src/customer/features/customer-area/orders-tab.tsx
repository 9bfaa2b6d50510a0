import type { Order } from '@site/shared/contracts/orders.ts';
import { type Column, Table } from '@site/shared/patterns/table.tsx';
import { ButtonLink, EmptyState, icons, Link, Price, paths, useFormats, useTexts } from '@site/shared/site/site.ts';
import { OrderStateBadge } from '../../../orders/order-state.tsx';
import { texts as orderTexts } from '../../../orders/texts.ts';
import { Loaded } from '../../../signed-in/loaded.tsx';
import { Loading } from '../../../signed-in/loading.tsx';
import { useMyOrders } from './customer-queries.ts';
import { LoadMore } from './load-more.tsx';
import css from './orders-tab.module.css';
import { texts } from './texts.ts';

export function OrdersTab() {
  const t = useTexts(texts);
  const o = useTexts(orderTexts);
  const { cost, day } = useFormats();
  const orders = useMyOrders();

  const columns: Column<Order>[] = [
    {
      id: 'number',
      header: t.number,
      cell: (order) => (
        <Link to={paths.order.href(order.id)} aria-label={t.openOrder(order.number)}>
          {order.number}
        </Link>
      ),
    },
    { id: 'date', header: o.date, cell: (order) => <time dateTime={order.date}>{day(order.date)}</time> },
    {
      id: 'items',
      header: o.items,
      cell: (order) => (
        <ul className={css.items}>
          {order.items.map((item) => (
            <li key={item.ebookId} lang={item.language}>
              {item.quantity > 1 ? o.copies(item.quantity, item.name) : item.name}
            </li>
          ))}
        </ul>
      ),
    },
    { id: 'state', header: o.state, cell: (order) => <OrderStateBadge order={order} /> },
    { id: 'total', header: o.total, isNumber: true, cell: (order) => <Price size="s">{cost(order.total)}</Price> },
  ];
  const place = (
    <div className={css.places}>
      <Loading lines={6} />
    </div>
  );
  return (
    <Loaded query={orders} failed={t.ordersFailed} place={place}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState icon={icons.bag} title={t.ordersEmpty} message={t.ordersEmptyMessage}>
            <ButtonLink to={paths.shop.href()}>{t.toShop}</ButtonLink>
          </EmptyState>
        ) : (
          <>
            <Table caption={t.ordersCaption} columns={columns} rows={rows} rowKey={(order) => order.id} />
            <LoadMore query={orders} />
          </>
        )
      }
    </Loaded>
  );
}

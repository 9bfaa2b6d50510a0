import type { Order } from '@site/shared/contracts/orders.ts';
import { type Column, Table } from '@site/shared/patterns/table.tsx';
import {
  ButtonLink,
  EmptyState,
  icons,
  Link,
  Price,
  paths,
  Skeleton,
  useFormats,
  useTexts,
  VisuallyHidden,
} from '@site/shared/site/site.ts';
import { OrderStateBadge } from '../../../orders/order-state.tsx';
import { texts as orderTexts } from '../../../orders/texts.ts';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { useMyOrders } from './customer-queries.ts';
import { LoadMore } from './load-more.tsx';
import css from './orders-tab.module.css';
import { texts } from './texts.ts';

export function OrdersTab() {
  const t = useTexts(texts);
  const o = useTexts(orderTexts);
  const { cost, day } = useFormats();
  const orders = useMyOrders();

  if (orders.isPending) {
    return (
      <>
        <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
        <div className={css.places} aria-hidden="true">
          <Skeleton lines={6} />
        </div>
      </>
    );
  }
  if (!orders.data) {
    return <LoadFailure title={t.ordersFailed} query={orders} />;
  }
  if (orders.data.length === 0) {
    return (
      <EmptyState icon={icons.bag} title={t.ordersEmpty} message={t.ordersEmptyMessage}>
        <ButtonLink to={paths.shop.href()}>{t.toShop}</ButtonLink>
      </EmptyState>
    );
  }
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
  return (
    <>
      <Table caption={t.ordersCaption} columns={columns} rows={orders.data} rowKey={(order) => order.id} />
      <LoadMore query={orders} />
    </>
  );
}

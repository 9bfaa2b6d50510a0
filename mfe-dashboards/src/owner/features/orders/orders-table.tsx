import type { ListedOrder } from '@site/shared/contracts/admin-orders.ts';
import { useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { texts as orderTexts } from '../../../orders/texts.ts';
import { COLUMNS, OrderRow } from './order-row.tsx';
import css from './orders-table.module.css';
import { texts } from './texts.ts';

/** The shop's orders; on small screens date and state stand below the name, the rest opens per order. */
export function OrdersTable({ orders }: { orders: readonly ListedOrder[] }) {
  const t = useTexts(texts);
  const o = useTexts(orderTexts);
  const headers = { date: o.date, name: t.name, email: t.email, state: o.state, total: o.total, details: t.details };
  return (
    <div className={css.frame}>
      <table className={css.table}>
        <caption>
          <VisuallyHidden>{t.caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={css.header} data-column={column}>
                {headers[column]}
              </th>
            ))}
          </tr>
        </thead>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </table>
    </div>
  );
}

import type { AdminPerson } from '@site/shared/contracts/admin-people.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Link, useFormats, useTexts } from '@site/shared/site/site.ts';
import { OrderStateBadge } from '../../../orders/order-state.tsx';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { texts } from './texts.ts';

/** What the person bought or began to pay, newest first. */
export function PersonOrders({ orders }: Pick<AdminPerson, 'orders'>) {
  const t = useTexts(texts);
  const { cost, day } = useFormats();
  return (
    <Panel title={t.orders}>
      {orders.length === 0 && <p className={layout.soft}>{t.noOrders}</p>}
      <ul className={layout.lines}>
        {orders.map((order) => (
          <li key={order.id} className={layout.line}>
            <span>
              <Link to={adminPaths.order.href(order.id)}>{t.order(order.number)}</Link>
              <span className={layout.note}>
                <time dateTime={order.date}>{day(order.date)}</time> · {cost(order.total)}
              </span>
            </span>
            <OrderStateBadge order={order} forOwner />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

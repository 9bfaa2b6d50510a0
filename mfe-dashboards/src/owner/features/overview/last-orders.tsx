import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Link, paths, useFormats, useTexts } from '@site/shared/site/site.ts';
import { OrderStateBadge } from '../../../orders/order-state.tsx';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { Loaded } from '../../../signed-in/loaded.tsx';
import { useOwnQuery } from '../../../signed-in/own-query.ts';
import { Panel } from '../../../signed-in/panel.tsx';
import css from './last-orders.module.css';
import { texts } from './texts.ts';

const SHOWN = 5;

/** Lists the newest paid orders: number, buyer, time, state and total. */
export function LastOrders() {
  const t = useTexts(texts);
  const { money, moment } = useFormats();
  const list = useOwnQuery(['last-orders'], (signal) => api('GET /api/admin/orders', { query: {}, signal }));
  const orders = list.data?.orders.slice(0, SHOWN);
  return (
    <Panel title={t.lastOrders} isFlush={Boolean(orders?.length)} action={<Link to={paths.dashboard.href('orders')}>{t.seeOrders}</Link>}>
      <Loaded query={list} failed={t.ordersFailed} lines={SHOWN}>
        {() =>
          orders?.length ? (
            <ol>
              {orders.map((order) => (
                <li key={order.id} className={css.order}>
                  <p>
                    <Link to={adminPaths.order.href(order.id)}>{t.order(order.number)}</Link> {order.name}
                  </p>
                  <span className={css.total}>{money(order.total)}</span>
                  <p className={layout.soft}>{moment(order.date)}</p>
                  <OrderStateBadge order={order} forOwner />
                </li>
              ))}
            </ol>
          ) : (
            <p className={layout.soft}>{t.noOrders}</p>
          )
        }
      </Loaded>
    </Panel>
  );
}

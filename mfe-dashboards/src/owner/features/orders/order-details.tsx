import type { Order } from '@site/shared/contracts/orders.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Link, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { OrderStateBadge } from '../../../orders/order-state.tsx';
import { texts as orderTexts } from '../../../orders/texts.ts';
import { CopyEmail } from '../../../signed-in/copy-email.tsx';
import css from './order-details.module.css';
import { texts } from './texts.ts';

/** What an order holds, and on small screens also what its row has no place for. */
export function OrderDetails({ order }: { order: Order }) {
  const t = useTexts(texts);
  const o = useTexts(orderTexts);
  const { cost, moment } = useFormats();
  return (
    <div className={css.details}>
      <dl className={css.facts}>
        <div>
          <dt>{t.number}</dt>
          <dd>
            <Link to={adminPaths.order.href(order.id)} aria-label={t.title(order.number)}>
              {order.number}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{o.date}</dt>
          <dd>
            <time dateTime={order.date}>{moment(order.date)}</time>
          </dd>
        </div>
        <div data-column="email">
          <dt>{t.email}</dt>
          <dd>
            <CopyEmail email={order.email} />
          </dd>
        </div>
        <div data-column="state">
          <dt>{o.state}</dt>
          <dd>
            <OrderStateBadge order={order} forOwner />
          </dd>
        </div>
      </dl>
      <table className={css.items}>
        <caption>
          <VisuallyHidden>{t.detailsOf(order.number)}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t.item}</th>
            <th scope="col">{t.format}</th>
            <th scope="col">{t.price}</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.ebookId}>
              <th scope="row" lang={item.language}>
                {item.name}
              </th>
              <td>{item.format}</td>
              <td>{item.quantity > 1 ? o.copies(item.quantity, cost(item.price)) : cost(item.price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

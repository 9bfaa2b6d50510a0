import type { ListedOrder } from '@site/shared/contracts/admin-orders.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Icon, Link, Price, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useId, useState } from 'react';
import { OrderStateBadge } from '../../../orders/order-state.tsx';
import { CopyEmail } from '../../../signed-in/copy-email.tsx';
import { shownAddress } from '../../../signed-in/shown-address.ts';
import { CouponNote } from './coupon-note.tsx';
import { DueNote } from './due-note.tsx';
import { OrderDetails } from './order-details.tsx';
import css from './order-row.module.css';
import { texts } from './texts.ts';

/** Columns of a row. On small screens date and state stand below the name, and the address opens with the rest. */
export const COLUMNS = ['date', 'name', 'email', 'state', 'total', 'details'] as const;

/** An order in one line, and what it holds in a second one that opens below. */
export function OrderRow({ order }: { order: ListedOrder }) {
  const t = useTexts(texts);
  const { cost, day } = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  return (
    <tbody>
      <tr className={css.row}>
        <td className={css.cell} data-column="date">
          <time dateTime={order.date}>{day(order.date)}</time>
        </td>
        <th scope="row" className={css.cell} data-column="name">
          <Link to={adminPaths.order.href(order.id)} className={css.open}>
            {/* A guest gives no name. */}
            {order.name || shownAddress(order.email)}
            <VisuallyHidden>, {t.title(order.number)}</VisuallyHidden>
          </Link>
          <span className={css.small}>
            <time dateTime={order.date}>{day(order.date)}</time>
            <OrderStateBadge order={order} forOwner />
            <DueNote order={order} />
            <CouponNote order={order} />
          </span>
        </th>
        <td className={css.cell} data-column="email">
          <CopyEmail email={order.email} />
        </td>
        <td className={css.cell} data-column="state">
          <OrderStateBadge order={order} forOwner />
          <DueNote order={order} />
          <CouponNote order={order} />
        </td>
        <td className={css.cell} data-column="total">
          <Price size="s">{cost(order.total)}</Price>
        </td>
        <td className={css.cell} data-column="details">
          <button type="button" className={css.toggle} aria-expanded={isOpen} aria-controls={detailsId} onClick={() => setIsOpen(!isOpen)}>
            <span className={css.count}>{t.itemCount(order.items.length)}</span>
            <VisuallyHidden>, {t.detailsOf(order.number)}</VisuallyHidden>
            <Icon path={pageIcons.chevronDown} />
          </button>
        </td>
      </tr>
      <tr id={detailsId} hidden={!isOpen}>
        <td className={css.opened} colSpan={COLUMNS.length}>
          <OrderDetails order={order} />
        </td>
      </tr>
    </tbody>
  );
}

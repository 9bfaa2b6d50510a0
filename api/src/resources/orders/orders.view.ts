import type { Order } from '@site/shared/contracts/orders.ts';
import { instant } from '@site/shared/dates/dates.ts';
import { money } from '@site/shared/money/money.ts';
import type { OrderRow } from './orders.repository.ts';

/** An order as its buyer and the admin see it. */
export const toOrder = (row: OrderRow): Order => ({
  id: row.id,
  number: row.number,
  date: instant(row.created_at),
  name: row.buyer_name,
  email: row.buyer_email,
  total: money(row.total_minor, row.currency),
  refunded: money(row.refunded_minor, row.currency),
  state: row.state,
  paidAt: row.paid_at === null ? null : instant(row.paid_at),
  items: row.items.map((item) => ({
    ebookId: item.ebook_id,
    name: item.title,
    quantity: item.quantity,
    price: money(item.unit_minor, row.currency),
    format: 'PDF',
  })),
});

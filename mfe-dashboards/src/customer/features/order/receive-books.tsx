import type { OrderDetail } from '@site/shared/contracts/orders.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import { Button, useFormats, useTexts } from '@site/shared/site/site.ts';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { useReceiveBooks } from './order-queries.ts';
import css from './receive-books.module.css';
import { texts } from './texts.ts';

/** Shows the button by which the holder of the link receives a free order. */
export function ReceiveBooks({ order, by }: { order: OrderDetail; by: NonNullable<OrderDetail['receiveBy']> }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const receive = useReceiveBooks(order.id);
  return (
    <Card as="section">
      <h2 className={layout.heading}>{t.receive.title}</h2>
      <ul className={css.books}>
        {order.items.map(({ ebookId, name, language, quantity }) => (
          <li key={ebookId}>
            {quantity > 1 && <span>{`${quantity} × `}</span>}
            <span lang={language}>{name}</span>
          </li>
        ))}
      </ul>
      <p className={css.meaning}>{t.receive.meaning(day(by))}</p>
      <Button size="l" isPending={receive.isPending} pendingText={t.receive.pending} onClick={() => receive.mutate()}>
        {t.receive.action}
      </Button>
      <ActionFailure error={receive.error} what={<strong>{t.receive.failed}</strong>} className={layout.failure} />
    </Card>
  );
}

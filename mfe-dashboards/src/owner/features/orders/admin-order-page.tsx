import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { ButtonLink, EmptyState, icons, Link, paths, useFormats, useParams, useTexts } from '@site/shared/site/site.ts';
import { OrderStateBadge } from '../../../orders/order-state.tsx';
import layout from '../../../signed-in/layout.module.css';
import { Loaded } from '../../../signed-in/loaded.tsx';
import { adminPageHandle } from '../../common/admin-page-handle.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { Permitted } from '../../common/permitted.tsx';
import { useAdminOrder } from './admin-order-queries.ts';
import { DueNote } from './due-note.tsx';
import { AdminOrderGifts } from './gifts/admin-order-gifts.tsx';
import { OrderBuyer } from './order-buyer.tsx';
import { OrderDispute } from './order-dispute.tsx';
import { OrderEmails } from './order-emails.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderReceipts } from './order-receipts.tsx';
import { OrderRefunds } from './order-refunds.tsx';
import { OrderAuditLog, OrderReferences, OrderTimeline } from './order-timeline.tsx';
import { ordersTab } from './tab.ts';
import { texts } from './texts.ts';

export const handle = adminPageHandle((locale) => ordersTab.texts[locale].name);

/** Shows one order: its items, its buyer, its events and the actions on it. */
export const Component = () => (
  <Permitted permission={ordersTab.permission}>
    <OrderOfAddress />
  </Permitted>
);

function OrderOfAddress() {
  const t = useTexts(texts);
  const { id = '' } = useParams();
  const missing = (
    <EmptyState icon={icons.bag} title={t.orderMissing} message={t.orderMissingMessage} isPage>
      <ButtonLink to={paths.dashboard.href('orders')} variant="secondary">
        {t.showAll}
      </ButtonLink>
    </EmptyState>
  );
  return (
    <Loaded query={useAdminOrder(id)} failed={t.orderFailed} hasTitle missing={missing}>
      {(order) => <OrderSheets order={order} />}
    </Loaded>
  );
}

function OrderSheets({ order }: { order: AdminOrder }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  return (
    <>
      <PageHeading
        back={<Link to={paths.dashboard.href('orders')}>← {t.backToOrders}</Link>}
        title={t.title(order.number)}
        hint={<time dateTime={order.date}>{moment(order.date)}</time>}
        actions={
          <>
            <DueNote order={order} />
            <OrderStateBadge order={order} forOwner />
          </>
        }
      />
      <div className={layout.withSide}>
        <div className={layout.parts}>
          <OrderDispute order={order} />
          <OrderItems order={order} />
          <AdminOrderGifts order={order} />
          <OrderRefunds order={order} />
          <OrderReceipts order={order} />
          <OrderEmails order={order} />
          <OrderAuditLog entries={order.auditEntries} />
        </div>
        <div className={layout.parts}>
          <OrderBuyer order={order} />
          <OrderTimeline events={order.timeline} />
          <OrderReferences order={order} />
        </div>
      </div>
    </>
  );
}

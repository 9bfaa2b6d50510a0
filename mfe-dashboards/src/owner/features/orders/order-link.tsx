import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { Button, toast, useTexts } from '@site/shared/site/site.ts';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { useRenewLink } from './admin-order-queries.ts';
import css from './order-sheets.module.css';
import { texts } from './texts.ts';

/** That an order was bought without an account, how its link stands, and a new one. */
export function OrderLink({ order }: { order: AdminOrder }) {
  const t = useTexts(texts);
  const renew = useRenewLink(order.id);
  if (order.link === null) return null;
  const canRenew =
    order.link === 'open' &&
    (['paid', 'partly_refunded', 'waiting'].includes(order.state) || order.items.some(({ access }) => access === 'readable'));
  return (
    <div className={css.action}>
      <p>
        <Badge tone={order.link === 'open' ? 'neutral' : 'success'}>{t.withoutAccount[order.link]}</Badge>
      </p>
      <p className={layout.soft}>{t.linkMeaning[order.link]}</p>
      {canRenew && (
        <Button
          variant="secondary"
          size="s"
          isPending={renew.isPending}
          pendingText={t.resending}
          onClick={() => renew.mutate(undefined, { onSuccess: () => toast.success(t.linkSent, { id: 'new-link' }) })}
        >
          {t.sendNewLink}
        </Button>
      )}
      <ActionFailure error={renew.error} what={<strong>{t.linkNotSent}</strong>} />
    </div>
  );
}

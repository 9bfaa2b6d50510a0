import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import type { AdminGift } from '@site/shared/contracts/gifts.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { Button, toast, useFormats, useTexts } from '@site/shared/site/site.ts';
import { AskButton } from '../../../../signed-in/ask-button.tsx';
import layout from '../../../../signed-in/layout.module.css';
import { useFailureText } from '../../../../signed-in/load-failure.tsx';
import { Loaded } from '../../../../signed-in/loaded.tsx';
import { Panel } from '../../../../signed-in/panel.tsx';
import css from '../order-sheets.module.css';
import { useAdminGifts, useGiftChange } from './admin-gift-queries.ts';
import { texts } from './texts.ts';

const TONES = {
  unpaid: 'neutral',
  unsent: 'neutral',
  scheduled: 'olive',
  sent: 'olive',
  failed: 'danger',
  claimed: 'success',
  returned: 'neutral',
  suspended: 'warning',
  closed: 'neutral',
} as const satisfies Record<AdminGift['state'], string>;

/** Shows the gift copies of an order, and the actions for a gift that does not arrive. */
export function AdminOrderGifts({ order }: { order: AdminOrder }) {
  return order.items.some(({ gifts }) => gifts > 0) ? <Gifts orderId={order.id} /> : null;
}

function Gifts({ orderId }: { orderId: string }) {
  const t = useTexts(texts);
  return (
    <Panel title={t.title}>
      <Loaded query={useAdminGifts(orderId)} failed={t.failed} lines={3}>
        {({ gifts }) => (
          <ul className={layout.lines}>
            {gifts.map((gift) => (
              <OneGift key={gift.id} orderId={orderId} gift={gift} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

function OneGift({ orderId, gift }: { orderId: string; gift: AdminGift }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const resend = useGiftChange(orderId, gift.id, 'email');
  const failure = useFailureText(resend.error);
  const { title, kind, state, toEmail, sendAt, seats, claimed } = gift;
  const isOpen = state === 'unsent' || state === 'scheduled' || state === 'sent' || state === 'failed';
  const facts = [kind === 'group' && t.seats(claimed, seats), toEmail, toEmail && sendAt && moment(sendAt)].filter(Boolean);
  return (
    <li className={layout.line}>
      <span>
        {title}
        {facts.length > 0 && <span className={layout.note}>{facts.join(' · ')}</span>}
        {isOpen && (
          <span className={css.giftActions}>
            {toEmail && state !== 'unsent' && (
              <Button
                variant="quiet"
                size="s"
                isPending={resend.isPending}
                pendingText={t.resending}
                onClick={() => resend.mutate(undefined, { onSuccess: () => toast.success(t.resent, { id: 'gift' }) })}
              >
                {t.resend}
              </Button>
            )}
            <CloseButton orderId={orderId} gift={gift} />
          </span>
        )}
        <span role="alert">{resend.isError && <span className={layout.problem}>{failure}</span>}</span>
      </span>
      <Badge tone={TONES[state]}>{t.states[state]}</Badge>
    </li>
  );
}

function CloseButton({ orderId, gift }: { orderId: string; gift: AdminGift }) {
  const t = useTexts(texts);
  return (
    <AskButton
      label={t.close}
      variant="quiet"
      title={t.closeTitle}
      action={useGiftChange(orderId, gift.id, 'closing')}
      confirmText={t.close}
      pendingText={t.closing}
      isDangerous
    >
      <p>{t.closeMeaning}</p>
    </AskButton>
  );
}

import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { Button, toast, useFormats, useTexts } from '@site/shared/site/site.ts';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { shownAddress } from '../../../signed-in/shown-address.ts';
import { useResendEmail } from './admin-order-queries.ts';
import { texts } from './texts.ts';

const TONES = { queued: 'warning', sent: 'success', failed: 'danger' } as const;

/** Lists the emails that the buyer got about the order, and can send the email with the books again. */
export function OrderEmails({ order }: { order: AdminOrder }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const resend = useResendEmail(order.id);
  const canResend =
    order.state !== 'given' && order.items.some(({ access }) => access === 'readable' || access === 'announced' || access === 'gift');
  const resendButton = (
    <Button
      variant="secondary"
      size="s"
      isPending={resend.isPending}
      pendingText={t.resending}
      onClick={() => resend.mutate(undefined, { onSuccess: () => toast.success(t.resent, { id: 'resend' }) })}
    >
      {t.resend}
    </Button>
  );
  return (
    <Panel title={t.emails} action={canResend && resendButton}>
      <ActionFailure error={resend.error} what={<strong>{t.notResent}</strong>} />
      {order.emails.length === 0 && <p className={layout.soft}>{t.noEmails}</p>}
      <ul className={layout.lines}>
        {order.emails.map(({ kind, recipient, state, at }) => (
          <li key={`${kind} ${at}`} className={layout.line}>
            <span>
              {t.emailKinds[kind]}
              <span className={layout.note}>
                {shownAddress(recipient)} · <time dateTime={at}>{moment(at)}</time>
              </span>
            </span>
            <Badge tone={TONES[state]}>{t.emailStates[state]}</Badge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

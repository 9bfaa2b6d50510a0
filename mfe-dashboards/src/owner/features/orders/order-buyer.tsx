import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { Button, Link, toast, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { methodName } from '../../../orders/payment-method.ts';
import { texts as orderTexts } from '../../../orders/texts.ts';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { CopyEmail } from '../../../signed-in/copy-email.tsx';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { useRenewLink } from './admin-order-queries.ts';
import { CorrectEmailButton } from './correct-email-dialog.tsx';
import css from './order-sheets.module.css';
import { texts } from './texts.ts';

/** Shows the buyer, and the email address of the order. */
export function OrderBuyer({ order }: { order: AdminOrder }) {
  const t = useTexts(texts);
  const o = useTexts(orderTexts);
  const { languages } = useTexts(commonTexts);
  const { locale } = usePreferences();
  const country = order.country && new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(order.country);
  return (
    <Panel title={t.buyer}>
      <dl className={layout.facts}>
        {order.name && (
          <>
            <dt>{t.name}</dt>
            <dd>{order.name}</dd>
          </>
        )}
        <dt>{t.email}</dt>
        <dd>
          <CopyEmail email={order.email} />
          <Link to={adminPaths.personBehind.href('order', order.id)} className={css.person}>
            {t.seePerson}
          </Link>
        </dd>
        {order.paymentMethod && (
          <>
            <dt>{t.paidWith}</dt>
            <dd>{methodName(order.paymentMethod, o)}</dd>
          </>
        )}
        <dt>{t.country}</dt>
        <dd>{country ?? t.unknown}</dd>
        <dt>{t.language}</dt>
        <dd>{languages[order.locale]}</dd>
      </dl>
      {order.awaitsNewOwner && <p className={css.notice}>{t.awaitsNewOwner}</p>}
      <OrderLink order={order} />
      <div className={css.action}>
        <CorrectEmailButton order={order} />
      </div>
    </Panel>
  );
}

/** Says that the order was bought without an account, and shows the state of its link with a button for a new one. */
function OrderLink({ order }: { order: AdminOrder }) {
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

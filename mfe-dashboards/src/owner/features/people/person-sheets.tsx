import type { AdminPerson } from '@site/shared/contracts/admin-people.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { Link, useFormats, useTexts } from '@site/shared/site/site.ts';
import { OrderStateBadge } from '../../../orders/order-state.tsx';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { MessageRow } from '../../messages/message-row.tsx';
import css from './person-page.module.css';
import { texts } from './texts.ts';

/** Lists the person's orders, including unpaid ones, newest first. */
export function PersonOrders({ orders }: Pick<AdminPerson, 'orders'>) {
  const t = useTexts(texts);
  const { cost, day } = useFormats();
  return (
    <Panel title={t.orders}>
      {orders.length === 0 && <p className={layout.soft}>{t.noOrders}</p>}
      <ul className={layout.lines}>
        {orders.map((order) => (
          <li key={order.id} className={layout.line}>
            <span>
              <Link to={adminPaths.order.href(order.id)}>{t.order(order.number)}</Link>
              <span className={layout.note}>
                <time dateTime={order.date}>{day(order.date)}</time> · {cost(order.total)}
              </span>
            </span>
            <OrderStateBadge order={order} forOwner />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Lists the person's messages. The admin can answer each message here. */
export function PersonMessages({ messages }: Pick<AdminPerson, 'messages'>) {
  const t = useTexts(texts);
  return (
    <Panel title={t.messages} isFlush={messages.length > 0}>
      {messages.length === 0 && <p className={layout.soft}>{t.noMessages}</p>}
      <ol>
        {messages.map((message) => (
          <MessageRow key={message.id} message={message} isOnPersonPage />
        ))}
      </ol>
    </Panel>
  );
}

/** Lists all accounts with the email address. */
export function PersonAccounts({ accounts }: Pick<AdminPerson, 'accounts'>) {
  const t = useTexts(texts);
  const { day } = useFormats();
  return (
    <Panel title={t.accounts}>
      {accounts.length === 0 && <p className={layout.soft}>{t.noAccounts}</p>}
      <ul className={layout.lines}>
        {accounts.map(({ uid, displayName, createdAt, isConfirmed, isInTeam }) => (
          <li key={uid} className={layout.line}>
            <span>
              {displayName ?? t.noName}
              <span className={layout.note}>{t.since(day(createdAt))}</span>
              <span className={layout.note}>{uid}</span>
            </span>
            <span className={css.end}>
              {isInTeam && <Badge tone="accent">{t.team}</Badge>}
              {!isConfirmed && <Badge tone="warning">{t.unconfirmed}</Badge>}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const TONES = { queued: 'warning', sent: 'success', failed: 'danger', unknown: 'warning' } as const;

/** Lists the emails of which a copy is kept, newest first. */
export function PersonEmails({ emails }: Pick<AdminPerson, 'emails'>) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  return (
    <Panel title={t.emails}>
      {emails.length === 0 && <p className={layout.soft}>{t.noEmails}</p>}
      <ul className={layout.lines}>
        {emails.map(({ kind, subject, at, state }) => (
          <li key={`${kind} ${at} ${subject}`} className={layout.line}>
            <span>
              {subject ?? t.emailKinds[kind]}
              <time dateTime={at} className={layout.note}>
                {moment(at)}
              </time>
            </span>
            <Badge tone={TONES[state]}>{t.emailStates[state]}</Badge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

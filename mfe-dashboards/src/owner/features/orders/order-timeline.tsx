import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { useFormats, useTexts } from '@site/shared/site/site.ts';
import { auditLogTexts } from '@site/shared/texts/audit-log-texts.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import css from './order-sheets.module.css';
import { texts } from './texts.ts';

/** Lists the events of an order, oldest first. */
export function OrderTimeline({ events }: { events: AdminOrder['timeline'] }) {
  const t = useTexts(texts);
  const { moment, money } = useFormats();
  return (
    <Panel title={t.timeline}>
      <ol className={css.timeline}>
        {events.map(({ kind, at, amount }) => (
          <li key={`${kind} ${at}`}>
            <span>{`${t.events[kind]}${amount ? ` · ${money(amount)}` : ''}`}</span>
            <time dateTime={at} className={layout.note}>
              {moment(at)}
            </time>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Lists the audit log's entries about an order, newest first. */
export function OrderAuditLog({ entries }: { entries: AdminOrder['auditEntries'] }) {
  const t = useTexts(texts);
  const { actions } = useTexts(auditLogTexts);
  const { moment } = useFormats();
  return (
    <Panel title={t.changes}>
      {entries.length === 0 && <p className={layout.soft}>{t.noChanges}</p>}
      <ul className={layout.lines}>
        {entries.map(({ id, action, actorEmail, at }) => (
          <li key={id} className={layout.line}>
            {actions[action]}
            <span className={layout.note}>
              {actorEmail} · <time dateTime={at}>{moment(at)}</time>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Shows the order's references, such as its ids at the payment provider. */
export function OrderReferences({ order }: { order: AdminOrder }) {
  const t = useTexts(texts);
  const references = [
    [t.payment, order.paymentIntentId],
    [t.session, order.sessionId],
    [t.buyerId, order.buyerUid],
    [t.termsVersion, order.termsVersion],
  ] as const;
  return (
    <Panel title={t.references}>
      <dl className={layout.facts}>
        {references.map(
          ([name, value]) =>
            value && (
              <div key={name} className={css.reference}>
                <dt>{name}</dt>
                <dd className={css.code}>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  );
}

import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Link, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { methodName } from '../../../orders/payment-method.ts';
import { texts as orderTexts } from '../../../orders/texts.ts';
import { CopyEmail } from '../../../signed-in/copy-email.tsx';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { CorrectEmailButton } from './correct-email-dialog.tsx';
import { OrderLink } from './order-link.tsx';
import css from './order-sheets.module.css';
import { texts } from './texts.ts';

/** Who bought, and where the mails go. */
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

import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { toMoney as amountOf } from '@site/shared/money/money.ts';
import { Link, paths, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { discountTexts } from '@site/shared/texts/discount-texts.ts';
import { Fragment } from 'react';
import { ItemReduction } from '../../../orders/item-reduction.tsx';
import { texts as orderTexts } from '../../../orders/texts.ts';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import css from './order-sheets.module.css';
import { RefundButton } from './refund-dialog.tsx';
import { texts } from './texts.ts';

/** Shows the bought items, their prices, and whether the buyer can read each. */
export function OrderItems({ order }: { order: AdminOrder }) {
  const t = useTexts(texts);
  const o = useTexts(orderTexts);
  const { labels } = useTexts(discountTexts);
  const { cost, money } = useFormats();
  const canRefund = useMay()('money') && (order.refundable.minor > 0 || order.items.some(({ refundable }) => refundable.length > 0));
  const { total, refunded, refundPending, fee, feeTax } = order;
  const net = total.minor - refunded.minor - refundPending.minor - (fee?.minor ?? 0);
  return (
    <Panel title={o.items} isFlush action={canRefund && <RefundButton order={order} />}>
      <table className={css.items}>
        <caption>
          <VisuallyHidden>{t.detailsOf(order.number)}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t.item}</th>
            <th scope="col">{t.format}</th>
            <th scope="col">{t.access}</th>
            <th scope="col">{t.price}</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.ebookId}>
              <th scope="row" lang={item.language}>
                {item.name}
                <ItemReduction item={item} />
              </th>
              <td>{item.format}</td>
              <td>{t.accessStates[item.access]}</td>
              <td>{item.quantity > 1 ? o.copies(item.quantity, cost(item.price)) : cost(item.price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={css.sums}>
        {order.discounts.map(({ kind, label, amount }) => (
          <Fragment key={`${kind} ${label}`}>
            <dt>
              {kind === 'coupon' ? (
                <Link to={`${paths.dashboard.href('orders')}&${new URLSearchParams({ coupon: label })}`} aria-label={t.couponOrders(label)}>
                  {labels[kind](label)}
                </Link>
              ) : (
                labels[kind](label)
              )}
            </dt>
            <dd>− {money(amount)}</dd>
          </Fragment>
        ))}
        <dt>{o.total}</dt>
        <dd>{cost(total)}</dd>
        {refunded.minor > 0 && (
          <>
            <dt>{t.refunded}</dt>
            <dd>− {money(refunded)}</dd>
          </>
        )}
        {refundPending.minor > 0 && (
          <>
            <dt>{t.refundPending}</dt>
            <dd>− {money(refundPending)}</dd>
          </>
        )}
        {refunded.minor + refundPending.minor > 0 && (
          <>
            <dt>{t.kept}</dt>
            <dd>{money(amountOf(total.minor - refunded.minor - refundPending.minor, total.currency))}</dd>
          </>
        )}
        {fee && !order.dispute && (
          <>
            <dt>{feeTax.minor > 0 ? t.feeAndTax(money(feeTax)) : t.fee}</dt>
            <dd>− {money(fee)}</dd>
            <dt>{t.net}</dt>
            {/* Refunds do not reduce the fee: Stripe keeps its fee when money is refunded. */}
            <dd>{`${net < 0 ? '− ' : ''}${money(amountOf(Math.abs(net), total.currency))}`}</dd>
          </>
        )}
      </dl>
      {order.coupon?.isBeyond && (
        <p className={css.beyond}>
          <strong>{t.beyond(order.coupon.code)}.</strong> {t.beyondMeaning}
        </p>
      )}
    </Panel>
  );
}

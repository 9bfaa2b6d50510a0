import type { SiteInfo } from '@site/shared/contracts/content.ts';
import type { OrderDetail } from '@site/shared/contracts/orders.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import { Button, Icon, useFormats, useTexts } from '@site/shared/site/site.ts';
import { discountTexts } from '@site/shared/texts/discount-texts.ts';
import { methodName } from '../../orders/payment-method.ts';
import { texts as orderTexts } from '../../orders/texts.ts';
import css from './receipt.module.css';
import { texts } from './texts.ts';

type ReceiptProps = { order: OrderDetail; site: string; seller: SiteInfo['seller'] | null };

/** What was bought and for how much. Of the page only this goes to paper, where a paid order's is a receipt. */
export function Receipt({ order, site, seller }: ReceiptProps) {
  const t = useTexts(texts);
  const o = useTexts(orderTexts);
  const discounts = useTexts(discountTexts);
  const { moment, money } = useFormats();
  const isPaid = order.paidAt !== null;
  return (
    <Card as="section">
      <div className={css.receipt}>
        <p className={css.site}>{site}</p>
        <h2 className={css.title}>{isPaid ? t.receipt : t.summary}</h2>
        <dl className={css.facts}>
          <div>
            <dt>{t.order}</dt>
            <dd>{order.number}</dd>
          </div>
          <div>
            <dt>{isPaid ? t.paidOn : t.orderedOn}</dt>
            <dd>{moment(order.paidAt ?? order.date)}</dd>
          </div>
          {order.paymentMethod && (
            <div>
              <dt>{t.paidWith}</dt>
              <dd>{methodName(order.paymentMethod, o)}</dd>
            </div>
          )}
          <div>
            <dt>{t.buyer}</dt>
            <dd>
              {order.name && <span>{order.name}</span>}
              <span>{order.email}</span>
            </dd>
          </div>
          {isPaid && seller && (seller.legalName || seller.taxId || seller.address) && (
            <div>
              <dt>{t.seller}</dt>
              <dd>
                <span>{seller.legalName || site}</span>
                {seller.taxId && <span>{seller.taxId}</span>}
                {seller.address && <span className={css.address}>{seller.address}</span>}
              </dd>
            </div>
          )}
        </dl>
        <table className={css.items}>
          <thead>
            <tr>
              <th scope="col">{t.item}</th>
              <th scope="col" data-number>
                {t.quantity}
              </th>
              <th scope="col" data-number>
                {t.price}
              </th>
            </tr>
          </thead>
          <tbody>
            {order.items.map((item) => (
              <tr key={item.ebookId}>
                <th scope="row">
                  <span lang={item.language}>{item.name}</span> <span className={css.format}>{item.format}</span>
                </th>
                <td data-number>{item.quantity}</td>
                <td data-number>{money(item.amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {order.discounts.map(({ kind, label, amount }) => (
              <tr key={`${kind} ${label}`}>
                <th scope="row" colSpan={2}>
                  {discounts.included(discounts.labels[kind](label))}
                </th>
                <td data-number>{money(amount)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row" colSpan={2}>
                {t.total}
              </th>
              <td data-number>{money(order.total)}</td>
            </tr>
            {order.refunded.minor > 0 && (
              <tr>
                <th scope="row" colSpan={2}>
                  {t.refunded}
                </th>
                <td data-number>{money(order.refunded)}</td>
              </tr>
            )}
          </tfoot>
        </table>
        {isPaid && (
          <>
            <p className={css.note}>{t.noTaxDocument}</p>
            <div className={css.print}>
              <Button variant="secondary" onClick={() => window.print()}>
                <Icon name="pages" />
                {t.print}
              </Button>
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

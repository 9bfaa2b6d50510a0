import type { OrderDetail } from '@site/shared/contracts/orders.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import { Button, Icon, useFormats, useTexts } from '@site/shared/site/site.ts';
import { discountTexts } from '@site/shared/texts/discount-texts.ts';
import { useState } from 'react';
import { ItemReduction } from '../../orders/item-reduction.tsx';
import { receiptName } from '../../orders/receipt-name.ts';
import { ChangeBuyer } from './change-buyer.tsx';
import css from './receipt.module.css';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { texts } from './texts.ts';

/** The receipt of an order and what changed it, one at a time. Of the page only this goes to paper. */
export function Receipt({ order, site }: { order: OrderDetail; site: string }) {
  const t = useTexts(texts);
  const { receipts } = order;
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = receipts.find((receipt) => receiptName(receipt) === chosen) ?? receipts.findLast(({ of }) => of === null);
  if (!shown) return <Summary order={order} />;
  return (
    <Card as="section">
      <div className={css.receipt}>
        {receipts.length > 1 && (
          <fieldset className={css.documents}>
            <legend>{t.documents}</legend>
            {receipts.map((receipt) => (
              <Button
                key={receiptName(receipt)}
                variant={receipt === shown ? 'primary' : 'secondary'}
                size="s"
                aria-pressed={receipt === shown}
                onClick={() => setChosen(receiptName(receipt))}
              >
                {t.documentNames[receipt.kind](receiptName(receipt))}
              </Button>
            ))}
          </fieldset>
        )}
        <ReceiptSheet order={order} receipt={shown} site={site} />
        <div className={css.print}>
          <Button variant="secondary" onClick={() => window.print()}>
            <Icon name="pages" />
            {t.print}
          </Button>
          {order.canChangeReceipt && <ChangeBuyer order={order} receipt={shown} />}
        </div>
      </div>
    </Card>
  );
}

/** Instead of a receipt where no money came. */
function Summary({ order }: { order: OrderDetail }) {
  const t = useTexts(texts);
  const discounts = useTexts(discountTexts);
  const { moment, money } = useFormats();
  return (
    <Card as="section">
      <div className={css.receipt}>
        <h2 className={css.title}>{t.summary}</h2>
        <dl className={css.facts}>
          <div>
            <dt>{t.order}</dt>
            <dd>{order.number}</dd>
          </div>
          <div>
            <dt>{t.orderedOn}</dt>
            <dd>{moment(order.date)}</dd>
          </div>
          <div>
            <dt>{t.buyer}</dt>
            <dd>
              {order.name && <span>{order.name}</span>}
              <span>{order.email}</span>
            </dd>
          </div>
        </dl>
        <table className={css.items}>
          <thead>
            <tr>
              <th scope="col">{t.item}</th>
              <th scope="col" data-number>
                {t.quantity}
              </th>
              <th scope="col" data-number>
                {t.amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {order.items.map((item) => (
              <tr key={item.ebookId}>
                <th scope="row">
                  <span lang={item.language}>{item.name}</span> <span className={css.format}>{item.format}</span>
                  <ItemReduction item={item} />
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
          </tfoot>
        </table>
      </div>
    </Card>
  );
}

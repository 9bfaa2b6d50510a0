import type { OrderDetail } from '@site/shared/contracts/orders.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import { Button, Icon, useFormats, useTexts } from '@site/shared/site/site.ts';
import { discountTexts } from '@site/shared/texts/discount-texts.ts';
import { useState } from 'react';
import { ItemReduction } from '../../../orders/item-reduction.tsx';
import { receiptName } from '../../../orders/receipt-name.ts';
import layout from '../../../signed-in/layout.module.css';
import { shownAddress } from '../../../signed-in/shown-address.ts';
import { ChangeBuyer } from './change-buyer.tsx';
import css from './receipt.module.css';
import { Fact, ItemRow, ItemsTable, SumRow } from './receipt-parts.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { texts } from './texts.ts';

/** Shows the receipt and the credit notes of an order, one at a time. Only this part of the page is printed. */
export function Receipt({ order, site }: { order: OrderDetail; site: string }) {
  const t = useTexts(texts);
  const { receipts } = order;
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = receipts.find((receipt) => receiptName(receipt) === chosen) ?? [...receipts].reverse().find(({ of }) => of === null);
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
            <Icon path={pageIcons.pages} />
            {t.print}
          </Button>
          {order.canChangeReceipt && <ChangeBuyer order={order} receipt={shown} />}
        </div>
      </div>
    </Card>
  );
}

/** Replaces the receipt for an order without a payment. */
function Summary({ order }: { order: OrderDetail }) {
  const t = useTexts(texts);
  const discounts = useTexts(discountTexts);
  const { moment } = useFormats();
  return (
    <Card as="section">
      <div className={css.receipt}>
        <h2 className={layout.heading}>{t.summary}</h2>
        <dl className={css.facts}>
          <Fact label={t.order}>{order.number}</Fact>
          <Fact label={t.orderedOn}>{moment(order.date)}</Fact>
          <Fact label={t.buyer}>
            {order.name && <span>{order.name}</span>}
            <span>{shownAddress(order.email)}</span>
          </Fact>
        </dl>
        <ItemsTable
          sums={
            <>
              {order.discounts.map(({ kind, label, amount }) => (
                <SumRow key={`${kind} ${label}`} label={discounts.included(discounts.labels[kind](label))} amount={amount} />
              ))}
              <SumRow label={t.total} amount={order.total} />
            </>
          }
        >
          {order.items.map((item) => (
            <ItemRow key={item.ebookId} quantity={item.quantity} amount={item.amount}>
              <span lang={item.language}>{item.name}</span> <span className={layout.soft}>{item.format}</span>
              <ItemReduction item={item} />
            </ItemRow>
          ))}
        </ItemsTable>
      </div>
    </Card>
  );
}

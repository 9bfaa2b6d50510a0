import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { useFormats, useTexts } from '@site/shared/site/site.ts';
import { taxIdTexts } from '@site/shared/tax-id/tax-id-texts.ts';
import { BuyerButton } from '../../../orders/buyer-button.tsx';
import { receiptName } from '../../../orders/receipt-name.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { useReplaceReceipt } from './admin-order-queries.ts';
import { texts } from './texts.ts';

type Receipt = AdminOrder['receipts'][number];

/** Lists the receipt of an order and its credit notes, with the buyer named on each. */
export function OrderReceipts({ order }: { order: AdminOrder }) {
  const t = useTexts(texts);
  const { kinds } = useTexts(taxIdTexts);
  const { money, moment } = useFormats();
  const may = useMay();
  const current = [...order.receipts].reverse().find(({ of }) => of === null);
  if (!current) return null;
  const isMoneyLeft = order.refunded.minor < order.total.minor && order.refundPending.minor === 0 && order.dispute?.state !== 'lost';
  return (
    <Panel title={t.receipts} action={may('money') && isMoneyLeft && <ReplaceButton order={order} receipt={current} />}>
      <ul className={layout.lines}>
        {order.receipts.map((receipt) => (
          <li key={receiptName(receipt)} className={layout.line}>
            <span>
              {t.receiptNames[receipt.kind](receiptName(receipt))}
              <span className={layout.note}>
                <time dateTime={receipt.issuedAt}>{moment(receipt.issuedAt)}</time>
                {receipt.of !== null && <span>{` · ${t.aboutReceipt(receiptName({ series: 'R', number: receipt.of }))}`}</span>}
                {receipt.isOfDispute && <span>{` · ${t.ofDispute}`}</span>}
              </span>
              <span className={layout.note}>
                {[receipt.buyer.name, receipt.buyer.taxId && `${kinds[receipt.buyer.taxId.kind]} ${receipt.buyer.taxId.text}`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span>{`${receipt.kind === 'credit' ? '− ' : ''}${money(receipt.total)}`}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Replaces a receipt. A wrong receipt is never edited: a credit note cancels it, and a new receipt replaces it. */
function ReplaceButton({ order, receipt }: { order: AdminOrder; receipt: Receipt }) {
  const t = useTexts(texts);
  return (
    <BuyerButton
      label={t.replaceReceipt}
      title={t.replaceReceiptTitle(receiptName(receipt))}
      about={<p>{t.replaceReceiptMeaning}</p>}
      buyer={{ name: receipt.buyer.name, taxId: '' }}
      action={useReplaceReceipt(order.id, receipt.number)}
      done={t.receiptReplaced}
      doneId="replace-receipt"
    />
  );
}

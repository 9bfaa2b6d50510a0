import type { OrderDetail } from '@site/shared/contracts/orders.ts';
import type { Receipt } from '@site/shared/contracts/receipts.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { BuyerButton } from '../../../orders/buyer-button.tsx';
import { useReceiptBuyer } from './order-queries.ts';
import { texts } from './texts.ts';

/** Changes the buyer's details on the receipt, possible until the day after the payment. */
export function ChangeBuyer({ order, receipt: { buyer } }: { order: OrderDetail; receipt: Receipt }) {
  const t = useTexts(texts);
  return (
    <BuyerButton
      label={t.changeBuyer}
      variant="quiet"
      size="m"
      title={t.changeBuyerTitle}
      about={<p>{t.changeBuyerMeaning}</p>}
      buyer={{ name: buyer.name, taxId: buyer.taxId?.text ?? '' }}
      action={useReceiptBuyer(order.id)}
      done={t.buyerChanged}
      doneId="receipt-buyer"
    />
  );
}

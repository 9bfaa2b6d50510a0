import type { OrderDetail } from '@site/shared/contracts/orders.ts';
import type { Receipt } from '@site/shared/contracts/receipts.ts';
import { Button, toast, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { BuyerDialog } from '../../../orders/buyer-dialog.tsx';
import { useReceiptBuyer } from './order-queries.ts';
import { texts } from './texts.ts';

/** Changes who stands on the receipt, on the day after the payment. */
export function ChangeBuyer({ order, receipt: { buyer } }: { order: OrderDetail; receipt: Receipt }) {
  const t = useTexts(texts);
  const [isOpen, setIsOpen] = useState(false);
  const change = useReceiptBuyer(order.id);
  return (
    <>
      <Button
        variant="quiet"
        onClick={() => {
          change.reset();
          setIsOpen(true);
        }}
      >
        {t.changeBuyer}
      </Button>
      <BuyerDialog
        title={t.changeBuyerTitle}
        meaning={t.changeBuyerMeaning}
        buyer={{ name: buyer.name, taxId: buyer.taxId?.text ?? '' }}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        isPending={change.isPending}
        error={change.error}
        onSave={(wish) =>
          change.mutate(wish, {
            onSuccess: () => {
              setIsOpen(false);
              toast.success(t.buyerChanged, { id: 'receipt-buyer' });
            },
          })
        }
      />
    </>
  );
}

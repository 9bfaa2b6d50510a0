import type { OrderDetail, ToPay } from '@site/shared/contracts/orders.ts';
import { BuyAgain } from '@site/shared/patterns/buy-again.tsx';
import { ToPayPanel } from '@site/shared/patterns/to-pay.tsx';
import { Button, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { useCancelPayment } from './order-queries.ts';
import { texts } from './texts.ts';
import css from './unpaid-order.module.css';

/** What can be done about an order that is not paid: the boleto or Pix to be paid, or buying its books again. */
export function UnpaidOrder({ order }: { order: OrderDetail }) {
  const { state, toPay } = order;
  if (state === 'waiting' && toPay) {
    return <ToPayPanel toPay={toPay}>{order.canCancel && <CancelPayment orderId={order.id} method={toPay.with} />}</ToPayPanel>;
  }
  if (state !== 'failed' && state !== 'expired' && !(state === 'open' && (toPay || order.total.minor === 0))) return null;
  return (
    <div>
      <BuyAgain order={order} />
    </div>
  );
}

function CancelPayment({ orderId, method }: { orderId: string; method: ToPay['with'] }) {
  const t = useTexts(texts).cancel[method];
  const common = useTexts(commonTexts);
  const [isOpen, setIsOpen] = useState(false);
  const cancel = useCancelPayment(orderId);
  return (
    <div>
      <Button
        variant="secondary"
        size="s"
        onClick={() => {
          cancel.reset();
          setIsOpen(true);
        }}
      >
        {t.action}
      </Button>
      <ActionDialog
        title={t.title}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        cancelText={common.back}
        action={cancel}
        onConfirm={() => cancel.mutate()}
        confirmText={t.action}
        pendingText={t.pending}
        isDangerous
        failed={<strong>{t.failed}</strong>}
        failureClass={css.failure}
      >
        <p>{t.meaning}</p>
      </ActionDialog>
    </div>
  );
}

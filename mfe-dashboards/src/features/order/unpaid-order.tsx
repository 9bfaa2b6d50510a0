import type { OrderDetail } from '@site/shared/contracts/orders.ts';
import { BoletoToPay } from '@site/shared/patterns/boleto.tsx';
import { BuyAgain } from '@site/shared/patterns/buy-again.tsx';
import { Button, Dialog, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { useState } from 'react';
import { useFailureText } from '../../signed-in/load-failure.tsx';
import { useCancelBoleto } from './order-queries.ts';
import { texts } from './texts.ts';
import css from './unpaid-order.module.css';

/** What can be done about an order that is not paid: the boleto to be paid, or buying its books again. */
export function UnpaidOrder({ order }: { order: OrderDetail }) {
  if (order.state === 'waiting' && order.boleto) {
    return <BoletoToPay boleto={order.boleto}>{order.canCancel && <CancelBoleto orderId={order.id} />}</BoletoToPay>;
  }
  if (order.state !== 'failed' && order.state !== 'expired') return null;
  return (
    <div>
      <BuyAgain ebookIds={order.items.map(({ ebookId }) => ebookId)} />
    </div>
  );
}

function CancelBoleto({ orderId }: { orderId: string }) {
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
  const [isOpen, setIsOpen] = useState(false);
  const cancel = useCancelBoleto(orderId);
  const failure = useFailureText(cancel.error);
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
        {t.cancelBoleto}
      </Button>
      <Dialog
        title={t.cancelTitle}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsOpen(false)}>
              {common.back}
            </Button>
            <Button variant="danger" isPending={cancel.isPending} pendingText={t.canceling} onClick={() => cancel.mutate()}>
              {t.cancelBoleto}
            </Button>
          </>
        }
      >
        <p>{t.cancelMeaning}</p>
        <div role="alert">
          {cancel.isError && (
            <p className={css.failure}>
              <strong>{t.cancelFailed}</strong> {failure}
            </p>
          )}
        </div>
      </Dialog>
    </div>
  );
}

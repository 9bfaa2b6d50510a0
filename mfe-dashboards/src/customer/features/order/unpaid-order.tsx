import type { OrderDetail, ToPay } from '@site/shared/contracts/orders.ts';
import { BuyAgain } from '@site/shared/patterns/buy-again.tsx';
import { ToPayPanel } from '@site/shared/patterns/to-pay.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { AskButton } from '../../../signed-in/ask-button.tsx';
import { useCancelPayment } from './order-queries.ts';
import { texts } from './texts.ts';

/** Shows the actions for an unpaid order: pay the boleto or Pix, or buy the same books again. */
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
  return (
    <div>
      <AskButton
        label={t.action}
        title={t.title}
        cancelText={common.back}
        action={useCancelPayment(orderId)}
        confirmText={t.action}
        pendingText={t.pending}
        isDangerous
        failed={<strong>{t.failed}</strong>}
      >
        <p>{t.meaning}</p>
      </AskButton>
    </div>
  );
}

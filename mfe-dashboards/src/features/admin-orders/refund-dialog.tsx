import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { MAX_REFUND_EVIDENCE } from '@site/shared/contracts/form-rules.ts';
import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { TextArea } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { ApiError, Button, toast, useFormats, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { useFailureText } from '../../signed-in/load-failure.tsx';
import { useRefund } from './admin-order-queries.ts';
import css from './order-dialogs.module.css';
import { type Copies, freeCopies, refundOf, takesClaimed } from './refund-choice.ts';
import { texts } from './texts.ts';

/** Whether the API may have written the refund down, which is then carried out. */
const mayBeUnderWay = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.code === 'service_unavailable' || error.code === 'unexpected';

/** Gives back all that is left, or copies of some items; those that cost nothing without money. The button says what will happen. */
export function RefundButton({ order }: { order: AdminOrder }) {
  const t = useTexts(texts);
  const { money } = useFormats();
  const [attemptId, setAttemptId] = useState<string | null>(null);
  const [copies, setCopies] = useState<Copies | 'owed' | null>(null);
  const [channel, setChannel] = useState(order.refundChannels[0]);
  const [evidence, setEvidence] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const refund = useRefund(order.id);
  const failure = useFailureText(refund.error);
  const chosen =
    copies === 'owed' ? { items: [], amount: order.owed } : copies ? refundOf(order, copies) : { items: null, amount: order.refundable };
  const isTaking = copies !== 'owed' && takesClaimed(order, copies);
  const [isTakingMeant, setIsTakingMeant] = useState(false);
  const isNothing = chosen.items?.length === 0 && chosen.amount.minor === 0;
  // Copies for which there is no money.
  const isFree = !isNothing && chosen.amount.minor === 0;
  const isByHand = channel === 'manual' && !isFree;
  // As where only free books are left.
  const hasMoney = order.refundable.minor > 0;

  function open() {
    refund.reset();
    // Presents that have a reader are taken only when the admin says so.
    setCopies(freeCopies(order));
    setIsTakingMeant(false);
    setChannel(order.refundChannels[0]);
    setEvidence('');
    setIsMissing(false);
    // One per opening: two presses, or another try, give the money back once.
    setAttemptId(crypto.randomUUID());
  }
  const close = () => setAttemptId(null);

  function give() {
    const proof = evidence.trim();
    setIsMissing(isByHand && proof === '');
    if (attemptId === null || isNothing || (isTaking && !isTakingMeant) || (isByHand && proof === '')) return;
    refund.mutate(
      { attemptId, ...chosen, takesClaimed: isTaking, ...(isByHand ? { evidence: proof } : {}) },
      {
        onSuccess: () => {
          close();
          toast.success(isFree ? t.tookBack : isByHand ? t.refundNoted : t.refundStarted, { id: 'refund' });
        },
      },
    );
  }

  return (
    <>
      <Button variant="secondary" size="s" onClick={open}>
        {hasMoney ? t.refund : t.takeBack}
      </Button>
      <ConfirmDialog
        title={(hasMoney ? t.refundTitle : t.takeBackTitle)(order.number)}
        isOpen={attemptId !== null}
        onClose={close}
        actions={
          <Button
            variant="danger"
            disabled={isNothing || (isTaking && !isTakingMeant)}
            isPending={refund.isPending}
            pendingText={isFree ? t.takingBack : t.refunding}
            onClick={give}
          >
            {isFree || !hasMoney ? t.takeBack : (isByHand ? t.refundNote : t.refundNow)(money(chosen.amount))}
          </Button>
        }
      >
        <fieldset className={css.choices}>
          <legend className={css.legend}>{hasMoney ? t.refundWhat : t.takeBackWhat}</legend>
          <label className={css.choice}>
            <input type="radio" name="refund" checked={copies === null} onChange={() => setCopies(null)} />
            {hasMoney ? t.refundAll(money(order.refundable)) : t.takeBackAll}
          </label>
          <label className={css.choice}>
            <input type="radio" name="refund" checked={copies !== null && copies !== 'owed'} onChange={() => setCopies({})} />
            {t.refundSome}
          </label>
          {order.owed.minor > 0 && (
            <label className={css.choice}>
              <input type="radio" name="refund" checked={copies === 'owed'} onChange={() => setCopies('owed')} />
              {t.refundOwed(money(order.owed))}
            </label>
          )}
        </fieldset>
        {copies && copies !== 'owed' && (
          <ul className={css.items}>
            {order.items
              .filter(({ refundable }) => refundable.length > 0)
              .map((item) => (
                <li key={item.ebookId} className={css.item}>
                  <span>
                    <span lang={item.language}>{item.name}</span>
                    <span className={css.price}>{money(item.price)}</span>
                  </span>
                  <Select
                    isCompact
                    isLabelHidden
                    label={t.copiesOf(item.name)}
                    value={String(copies[item.ebookId] ?? 0)}
                    onChange={(event) => setCopies({ ...copies, [item.ebookId]: Number(event.currentTarget.value) })}
                    options={Array.from({ length: item.refundable.length + 1 }, (_, count) => ({
                      value: String(count),
                      label: count === 0 ? t.refundNone : `${count} × ${money(item.price)}`,
                    }))}
                  />
                </li>
              ))}
          </ul>
        )}
        {isTaking && (
          <label className={css.choice}>
            <input type="checkbox" checked={isTakingMeant} onChange={() => setIsTakingMeant(!isTakingMeant)} />
            {t.refundTakesGifts}
          </label>
        )}
        {order.refundChannels.length > 1 && !isFree && (
          <fieldset className={css.choices}>
            <legend className={css.legend}>{t.refundHow}</legend>
            {order.refundChannels.map((way) => (
              <label key={way} className={css.choice}>
                <input type="radio" name="channel" checked={channel === way} onChange={() => setChannel(way)} />
                {t.refundChannels[way]}
              </label>
            ))}
          </fieldset>
        )}
        <p>{isNothing ? t.refundChoose : isFree ? t.takeBackMeaning : isByHand ? t.refundByHandMeaning : t.refundMeaning}</p>
        {isByHand && (
          <TextArea
            label={t.refundEvidence}
            rows={2}
            required
            maxLength={MAX_REFUND_EVIDENCE}
            value={evidence}
            onChange={(event) => setEvidence(event.currentTarget.value)}
            error={isMissing && t.refundEvidenceMissing}
          />
        )}
        <div role="alert">
          {refund.isError && (
            <p className={css.failure}>
              <strong>{mayBeUnderWay(refund.error) ? t.perhapsRefunded : isFree ? t.notTakenBack : t.notRefunded}</strong> {failure}
            </p>
          )}
        </div>
      </ConfirmDialog>
    </>
  );
}

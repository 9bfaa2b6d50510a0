import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { MAX_AMOUNT_TEXT, readAmount } from '@site/shared/contracts/ebook-rules.ts';
import { MAX_REFUND_EVIDENCE, MAX_REFUND_REASON } from '@site/shared/contracts/form-rules.ts';
import { formatDecimal, type Money, toMoney } from '@site/shared/money/money.ts';
import { TextArea, TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { ApiError, Button, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useId, useRef, useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { closeAndToast } from '../../../signed-in/close-and-toast.ts';
import layout from '../../../signed-in/layout.module.css';
import { useAmountProblem } from '../../common/amount-problem.ts';
import { focusRefused } from '../../common/focus-refused.ts';
import { useRefund } from './admin-order-queries.ts';
import css from './order-dialogs.module.css';
import { type Copies, freeCopies, refundOf, takesClaimed } from './refund-choice.ts';
import { texts } from './texts.ts';

/** Returns whether the API may have recorded the refund. The API carries out every refund that it recorded. */
const mayBeUnderWay = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.code === 'service_unavailable' || error.code === 'unexpected';

/** Opens the form that refunds money, or that revokes copies without money. */
export function RefundButton({ order }: { order: AdminOrder }) {
  const t = useTexts(texts);
  const [attemptId, setAttemptId] = useState<string | null>(null);
  return (
    <>
      {/* A new id for each opening of the form: a second press or a retry refunds only once. */}
      <Button variant="secondary" size="s" onClick={() => setAttemptId(crypto.randomUUID())}>
        {order.refundable.minor > 0 ? t.refund : t.takeBack}
      </Button>
      {attemptId !== null && <RefundDialog key={attemptId} order={order} attemptId={attemptId} onClose={() => setAttemptId(null)} />}
    </>
  );
}

type RefundDialogProps = { readonly order: AdminOrder; readonly attemptId: string; readonly onClose: () => void };

/**
 * Refunds any part of what is left, for the whole order or for some copies. The buyer keeps or loses these copies. The button says what
 * will happen.
 */
function RefundDialog({ order, attemptId, onClose }: RefundDialogProps) {
  const t = useTexts(texts);
  const { money } = useFormats();
  const { locale } = usePreferences();
  const problemOf = useAmountProblem();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  // Redeemed gifts are revoked only if the admin chooses so.
  const [copies, setCopies] = useState<Copies | 'owed' | null>(() => freeCopies(order));
  const [typed, setTyped] = useState<string | null>(null);
  const [keepsAccess, setKeepsAccess] = useState(false);
  const [isTakingMeant, setIsTakingMeant] = useState(false);
  const [channel, setChannel] = useState(order.refundChannels[0]);
  const [reason, setReason] = useState('');
  const [evidence, setEvidence] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const refund = useRefund(order.id);

  const isOwed = copies === 'owed';
  const chosen = isOwed ? { items: [], amount: order.owed } : copies ? refundOf(order, copies) : { items: null, amount: order.refundable };
  const { currency } = chosen.amount;
  const isNothing = chosen.items?.length === 0 && chosen.amount.minor === 0;
  // The chosen copies have no amount to refund.
  const isFree = !isNothing && chosen.amount.minor === 0;
  const hasMoney = order.refundable.minor > 0;
  const isByHand = channel === 'manual' && !isFree;
  const text = typed ?? formatDecimal(chosen.amount.minor, currency, locale === 'pt-BR' ? ',' : '.');
  const amount = isOwed || isFree ? chosen.amount : amountOf(text, chosen.amount);
  const canTake = !isOwed && order.items.some(({ refundable }) => refundable.length > 0);
  const takes = canTake && (isFree || !keepsAccess);
  const isTaking = takes && takesClaimed(order, isOwed ? {} : copies);
  const amountProblem = problemOf(text, currency) ?? (amount ? null : t.refundTooMuch(money(chosen.amount)));
  const isProofMissing = isByHand && evidence.trim() === '';
  const isBlocked = isNothing || (isTaking && !isTakingMeant);

  function choose(some: Copies | 'owed' | null) {
    setCopies(some);
    setTyped(null);
    setIsTakingMeant(false);
  }

  function give(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsChecked(true);
    if (isBlocked || !amount || isProofMissing) {
      focusRefused(form.current);
      return;
    }
    refund.mutate(
      {
        attemptId,
        items: chosen.items,
        amount,
        takesClaimed: isTaking,
        ...(isOwed || isFree ? {} : { left: order.refundable.minor, keepsAccess: canTake && keepsAccess, reason: reason.trim() }),
        ...(isByHand ? { evidence: evidence.trim() } : {}),
      },
      closeAndToast(onClose, isFree ? t.tookBack : isByHand ? t.refundNoted : t.refundStarted, 'refund'),
    );
  }

  const willHappen = () => {
    if (isNothing) return t.refundChoose;
    if (isFree) return t.takeBackMeaning;
    const access = takes ? t.accessEnds : canTake ? t.accessStays : '';
    const meaning = amount && (isByHand ? t.refundByHandMeaning : t.refundMeaning)(money(amount));
    return [meaning, access, t.refundIsFinal].filter(Boolean).join(' ');
  };

  return (
    <ActionDialog
      title={(hasMoney ? t.refundTitle : t.takeBackTitle)(order.number)}
      onClose={onClose}
      action={refund}
      formId={formId}
      confirmText={isFree || !hasMoney ? t.takeBack : amount ? (isByHand ? t.refundNote : t.refundNow)(money(amount)) : t.refund}
      pendingText={isFree ? t.takingBack : t.refunding}
      isDangerous
      isDisabled={isBlocked}
      failed={<strong>{mayBeUnderWay(refund.error) ? t.perhapsRefunded : isFree ? t.notTakenBack : t.notRefunded}</strong>}
    >
      <form id={formId} ref={form} data-keep={`refund ${order.id}`} className={layout.stack} onSubmit={give} noValidate>
        <CopyChoice order={order} copies={copies} onChange={choose} />
        {!isNothing && !isFree && !isOwed && (
          <TextField
            data-unkept
            label={t.refundAmount}
            hint={t.refundAmountHint(money(chosen.amount))}
            error={isChecked && amountProblem}
            inputMode="decimal"
            autoComplete="off"
            maxLength={MAX_AMOUNT_TEXT}
            value={text}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onBlur={() => setIsChecked(true)}
          />
        )}
        {canTake && !isNothing && !isFree && (
          <fieldset className={css.choices}>
            <legend className={css.legend}>{t.refundAccess}</legend>
            {[true, false].map((keeps) => (
              <label key={String(keeps)} className={css.choice}>
                <input type="radio" name="access" checked={keepsAccess === keeps} onChange={() => setKeepsAccess(keeps)} />
                {keeps ? t.keepAccess : t.endAccess}
              </label>
            ))}
          </fieldset>
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
        {isByHand && (
          <TextArea
            label={t.refundEvidence}
            rows={2}
            required
            maxLength={MAX_REFUND_EVIDENCE}
            value={evidence}
            onChange={(event) => setEvidence(event.currentTarget.value)}
            error={isChecked && isProofMissing && t.refundEvidenceMissing}
          />
        )}
        {!isNothing && !isFree && !isOwed && (
          <TextArea
            label={t.refundReason}
            hint={t.refundReasonHint}
            rows={3}
            maxLength={MAX_REFUND_REASON}
            lang={order.locale}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </form>
      <p>{willHappen()}</p>
    </ActionDialog>
  );
}

/** Returns the amount in a text if it is above zero and at most `most`; otherwise null. */
function amountOf(text: string, most: Money): Money | null {
  const read = readAmount(text, most.currency);
  return 'minor' in read && read.minor > 0 && read.minor <= most.minor ? toMoney(read.minor, most.currency) : null;
}

type CopyChoiceProps = {
  readonly order: AdminOrder;
  readonly copies: Copies | 'owed' | null;
  readonly onChange: (copies: Copies | 'owed' | null) => void;
};

/** Chooses the whole order or some of its copies. An order with one copy offers no choice. */
function CopyChoice({ order, copies, onChange }: CopyChoiceProps) {
  const t = useTexts(texts);
  const { cost, money } = useFormats();
  const hasMoney = order.refundable.minor > 0;
  const count = order.items.reduce((sum, { refundable }) => sum + refundable.length, 0);
  if (count <= 1 && order.owed.minor === 0) return null;
  return (
    <>
      <fieldset className={css.choices}>
        <legend className={css.legend}>{hasMoney ? t.refundWhat : t.takeBackWhat}</legend>
        <label className={css.choice}>
          <input type="radio" name="refund" checked={copies === null} onChange={() => onChange(null)} />
          {hasMoney ? t.refundAll(money(order.refundable)) : t.takeBackAll}
        </label>
        <label className={css.choice}>
          <input type="radio" name="refund" checked={copies !== null && copies !== 'owed'} onChange={() => onChange({})} />
          {t.refundSome}
        </label>
        {order.owed.minor > 0 && (
          <label className={css.choice}>
            <input type="radio" name="refund" checked={copies === 'owed'} onChange={() => onChange('owed')} />
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
                  <span className={css.price}>{cost(item.price)}</span>
                </span>
                <Select
                  data-unkept
                  isCompact
                  isLabelHidden
                  label={t.copiesOf(item.name)}
                  value={String(copies[item.ebookId] ?? 0)}
                  onChange={(event) => onChange({ ...copies, [item.ebookId]: Number(event.currentTarget.value) })}
                  options={Array.from({ length: item.refundable.length + 1 }, (_, places) => ({
                    value: String(places),
                    label: places === 0 ? t.refundNone : `${places} × ${cost(item.price)}`,
                  }))}
                />
              </li>
            ))}
        </ul>
      )}
    </>
  );
}

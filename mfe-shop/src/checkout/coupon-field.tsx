import { MAX_TYPED_CODE, normalizeCouponCode } from '@site/shared/contracts/coupon-rules.ts';
import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, useFormats, useRevalidator, useTexts } from '@site/shared/site/site.ts';
import { errorTexts } from '@site/shared/texts/error-texts.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import { type FormEvent, type RefObject, useRef } from 'react';
import { Collapsible } from '../collapsible/collapsible.tsx';
import type { ShownQuote } from './cart-quote.ts';
import { keepCoupon } from './coupon.ts';
import css from './coupon-field.module.css';
import { couponTexts } from './coupon-texts.ts';
import { purchaseTexts } from './texts.ts';

type CouponFieldProps = {
  readonly coupon: string | null;
  readonly quote: ShownQuote;
  readonly isPending: boolean;
  readonly failure: ErrorCode | null;
  /** Whether the coupon cannot be changed at the moment. */
  readonly isBusy?: boolean;
  /** The element that gets the focus if the buyer cannot pay because the coupon's discount is unknown. */
  readonly place?: RefObject<HTMLElement | null>;
  /** Called before the cart's coupon is changed or removed. */
  readonly onChange?: () => void;
};

/** Shows the coupon of the cart: a field to enter one, or the current one with the reason why it gives no discount. */
export function CouponField({ coupon, quote: { couponProblem }, isPending, failure, isBusy = false, place, onChange }: CouponFieldProps) {
  const t = useTexts(couponTexts);
  const purchase = useTexts(purchaseTexts);
  const state = useTexts(stateTexts);
  const errors = useTexts(errorTexts);
  const { money } = useFormats();
  const { revalidate } = useRevalidator();
  const ownPlace = useRef<HTMLElement>(null);
  const section = place ?? ownPlace;

  function ask() {
    void revalidate();
    // The pressed button disappears, so the focus moves to the message about the coupon.
    section.current?.focus();
  }
  function use(code: string | null) {
    if (isBusy) return;
    keepCoupon(code);
    onChange?.();
    ask();
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = normalizeCouponCode(String(new FormData(event.currentTarget).get('coupon')));
    if (code || coupon !== null) use(code || null);
  }
  const problem = couponProblem && purchase.couponProblems[couponProblem.reason](couponProblem.missing ? money(couponProblem.missing) : '');
  // The field keeps a mistyped code, so that the buyer can correct it.
  const isUnknown = coupon !== null && couponProblem?.reason === 'unknown' && !isPending;
  const form = (
    <form className={css.form} onSubmit={submit} noValidate>
      <TextField
        name="coupon"
        label={t.code}
        defaultValue={isUnknown ? normalizeCouponCode(coupon) : undefined}
        aria-invalid={isUnknown || undefined}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={MAX_TYPED_CODE}
      />
      <Button type="submit" variant="secondary" aria-disabled={isBusy}>
        {t.apply}
      </Button>
    </form>
  );
  const remove = (
    <Button variant="quiet" size="s" aria-disabled={isBusy} aria-label={t.removeCoupon} onClick={() => use(null)}>
      {t.remove}
    </Button>
  );
  return (
    <section ref={section} tabIndex={-1} className={css.field} aria-label={t.coupon}>
      {coupon === null ? (
        <Collapsible title={t.haveCoupon}>{form}</Collapsible>
      ) : isUnknown ? (
        form
      ) : (
        <p className={css.applied}>
          <span>
            {t.coupon} <strong>{normalizeCouponCode(coupon)}</strong>
          </span>
          {remove}
        </p>
      )}
      <div role="status">
        {isPending ? (
          <p>{t.asking}</p>
        ) : (
          (problem || failure) && (
            <p className={css.problem}>
              <span>{problem || errors[failure ?? 'unexpected']}</span>
              {failure && coupon !== null && <span>{` ${t.unanswered(normalizeCouponCode(coupon))}`}</span>}
            </p>
          )
        )}
      </div>
      {isUnknown && remove}
      {failure && !isPending && (
        <Button variant="secondary" size="s" onClick={ask}>
          {state.retry}
        </Button>
      )}
    </section>
  );
}

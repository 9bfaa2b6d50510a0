import { MAX_TYPED_CODE, normalizeCouponCode } from '@site/shared/contracts/coupon-rules.ts';
import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import { Button, TextField, useFormats, useRevalidator, useTexts } from '@site/shared/site/site.ts';
import { errorTexts } from '@site/shared/texts/error-texts.ts';
import { type FormEvent, useRef } from 'react';
import type { ShownQuote } from '../../checkout/cart-quote.ts';
import { keepCoupon } from '../../checkout/coupon.ts';
import { purchaseTexts } from '../../checkout/texts.ts';
import { Fold } from '../../fold/fold.tsx';
import css from './coupon-field.module.css';
import { texts } from './texts.ts';

type CouponFieldProps = {
  readonly coupon: string | null;
  readonly quote: ShownQuote;
  readonly isPending: boolean;
  readonly failure: ErrorCode | null;
};

/** The coupon of the cart: one that can be typed, or the one that is there, with what keeps it from taking anything off. */
export function CouponField({ coupon, quote: { couponProblem }, isPending, failure }: CouponFieldProps) {
  const t = useTexts(texts);
  const purchase = useTexts(purchaseTexts);
  const errors = useTexts(errorTexts);
  const { money } = useFormats();
  const { revalidate } = useRevalidator();
  const place = useRef<HTMLElement>(null);

  function use(code: string | null) {
    keepCoupon(code);
    void revalidate();
    // What was pressed goes; the focus stays where its effect shows.
    place.current?.focus();
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = normalizeCouponCode(String(new FormData(event.currentTarget).get('coupon')));
    if (code) use(code);
  }
  const problem = couponProblem && purchase.couponProblems[couponProblem.reason](couponProblem.missing ? money(couponProblem.missing) : '');
  return (
    <section ref={place} tabIndex={-1} className={css.field} aria-label={t.coupon}>
      {coupon === null ? (
        <Fold title={t.haveCoupon}>
          <form className={css.form} onSubmit={submit} noValidate>
            <TextField name="coupon" label={t.couponCode} autoComplete="off" autoCapitalize="characters" maxLength={MAX_TYPED_CODE} />
            <Button type="submit" variant="secondary">
              {t.applyCoupon}
            </Button>
          </form>
        </Fold>
      ) : (
        <p className={css.applied}>
          <span>
            {t.coupon} <strong>{normalizeCouponCode(coupon)}</strong>
          </span>
          <Button variant="quiet" size="s" aria-label={t.removeCoupon} onClick={() => use(null)}>
            {t.remove}
          </Button>
        </p>
      )}
      <div role="status">
        {isPending ? (
          <p>{t.askingQuote}</p>
        ) : (
          (problem || failure) && <p className={css.problem}>{problem || errors[failure ?? 'unexpected']}</p>
        )}
      </div>
    </section>
  );
}

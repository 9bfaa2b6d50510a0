import { HIGHEST_PRICE, parsePrice } from '@site/shared/contracts/ebook-rules.ts';
import { checkAmount } from '@site/shared/money/chosen-amount.ts';
import { currencyFacts } from '@site/shared/money/currencies.ts';
import { formatDecimal, type Money, toMoney } from '@site/shared/money/money.ts';
import type { OpenPrice } from '@site/shared/money/open-price.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { texts } from './texts.ts';

type AmountFieldProps = {
  readonly open: OpenPrice;
  readonly amount: Money;
  /** Names the book, if a page has several of these fields. */
  readonly title?: string;
  /** Called with each valid amount that the buyer types. */
  readonly onChange: (amount: Money) => void;
};

/**
 * The buyer's chosen price for a copy. An invalid amount makes the field invalid, and is reported when the field is left or the form is
 * checked.
 */
export function AmountField({ open, amount, title, onChange }: AmountFieldProps) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const { money } = useFormats();
  const { currency } = open.least;
  // The typed text. It is kept until the buyer leaves the field with a valid amount.
  const [typed, setTyped] = useState<string | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const text = typed ?? formatDecimal(amount.minor, currency, locale === 'pt-BR' ? ',' : '.');
  const isFree = open.least.minor === 0;
  const problem = read(text);

  function read(words: string): string | null {
    const parsed = parsePrice(words, currency);
    const found = 'minor' in parsed ? checkAmount(parsed.minor, open) : parsed.problem;
    if (found === null) return null;
    if ('readings' in parsed) {
      const [one, other] = parsed.readings.map((minor) => toMoney(minor, currency));
      return one && other ? t.twoWays(money(one), money(other)) : t.notAnAmount;
    }
    if (found === 'too_high') return t.tooHigh(money(toMoney(HIGHEST_PRICE, currency)));
    if (found !== 'below_least' && found !== 'too_low') return t.notAnAmount;
    return isFree ? t.tooLow(money(toMoney(currencyFacts(currency).smallestCharge, currency))) : t.below(money(open.least));
  }
  function type(words: string): void {
    setTyped(words);
    const parsed = parsePrice(words, currency);
    if (!('minor' in parsed) || checkAmount(parsed.minor, open)) return;
    setIsChecked(false);
    onChange(toMoney(parsed.minor, currency));
  }

  const field = useRef<HTMLInputElement>(null);
  const takeEarly = useEffectEvent(() => {
    const early = field.current?.value ?? text;
    if (early !== text) type(early);
  });
  // The browser fires no event for text that was typed before hydration, so read the field. This must happen before the shell repeats a
  // waiting press.
  useLayoutEffect(() => takeEarly(), []);
  useLayoutEffect(() => field.current?.setCustomValidity(problem ?? ''), [problem]);

  return (
    <TextField
      ref={field}
      label={title ? t.each : t.label}
      aria-label={title && t.eachOf(title)}
      hint={isFree ? t.hintFree(money(open.suggested)) : t.hint(money(open.suggested), money(open.least))}
      error={isChecked && problem}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => {
        setIsChecked(true);
        if (!problem) setTyped(null);
      }}
      onInvalid={(event) => {
        event.preventDefault();
        setIsChecked(true);
      }}
    />
  );
}

import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { formatCurrencyName } from '@site/shared/money/currencies.ts';
import { Button, Icon, Link, Price, paths, Select, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import type { Notice } from './cart-notice.tsx';
import css from './order-summary.module.css';
import { type PricedLine, quoteLines } from './priced-lines.ts';
import { SignInDialog } from './sign-in-dialog.tsx';
import { texts } from './texts.ts';
import { useCheckout } from './use-checkout.ts';

type OrderSummaryProps = {
  /** What is sold: books that the buyer has are left out. */
  readonly lines: readonly PricedLine[];
  readonly onNotice: (notice: Notice | null) => void;
  readonly onBought: (bought: readonly BoughtEbook[]) => void;
};

export function OrderSummary({ lines, onNotice, onBought }: OrderSummaryProps) {
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
  const { locale, currency, currencies, chooseCurrency } = usePreferences();
  const { money } = useFormats();
  const checkout = useCheckout(lines, onNotice, onBought);
  return (
    <aside className={css.summary} aria-labelledby="summary-heading">
      <h2 id="summary-heading" className={css.heading}>
        {t.summary}
      </h2>
      {currencies.length > 1 && (
        <Select
          label={common.currency}
          isCompact
          value={currency}
          options={currencies.map((value) => ({ value, label: formatCurrencyName(value, locale) }))}
          onChange={(event) => {
            const chosen = currencies.find((value) => value === event.target.value);
            if (chosen) chooseCurrency(chosen);
          }}
        />
      )}
      <p className={css.items}>{t.items(lines.length)}</p>
      <p className={css.total}>
        <span>{t.total}</span>
        <Price size="l">{money(quoteLines(lines).total)}</Price>
      </p>
      <Button size="l" isWide isPending={checkout.isPending} pendingText={t.opening} onClick={checkout.start}>
        {t.checkout}
      </Button>
      <p className={css.terms}>
        {t.accepts} <Link to={paths.terms.href()}>{t.terms}</Link>
      </p>
      {checkout.problem && (
        <p className={css.problem} role="alert">
          {checkout.problem.text}{' '}
          {checkout.problem.code === 'email_not_verified' && <Link to={paths.checkEmail.href()}>{t.confirmEmail}</Link>}
        </p>
      )}
      <p className={css.secure}>
        <Icon name="lock" />
        {t.secure}
      </p>
      <Link to={paths.shop.href()}>{t.continueShopping}</Link>
      <SignInDialog isOpen={checkout.isAskingToSignIn} onClose={checkout.stayHere} />
    </aside>
  );
}

/** Instead of the summary when every book of the cart is the buyer's, or waits for its payment. */
export function NothingToPay() {
  const t = useTexts(texts);
  return (
    <aside className={css.summary} aria-labelledby="summary-heading">
      <h2 id="summary-heading" className={css.heading}>
        {t.summary}
      </h2>
      <p>{t.nothingToPay}</p>
      <Link to={paths.shop.href()}>{t.continueShopping}</Link>
    </aside>
  );
}

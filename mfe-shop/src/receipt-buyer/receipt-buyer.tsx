import { Icon, useSession, useTexts } from '@site/shared/site/site.ts';
import { lazy, Suspense, useState } from 'react';
import css from './receipt-buyer.module.css';
import { texts } from './texts.ts';

const BuyerForm = lazy(() => import('./buyer-form.tsx').then((module) => ({ default: module.BuyerForm })));

/** What stands on the receipt, for who wants more than the account's name there. Nothing of it is loaded before it is opened. */
export function ReceiptBuyer() {
  const t = useTexts(texts);
  const session = useSession();
  const [wasOpened, setWasOpened] = useState(false);
  if (session.status !== 'signed-in' || !session.emailVerified) return null;
  return (
    <details className={css.details} onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}>
      <summary className={css.summary}>
        <Icon name="chevron-down" />
        {t.title}
      </summary>
      {wasOpened && (
        <Suspense fallback={<p role="status">{t.loading}</p>}>
          <BuyerForm />
        </Suspense>
      )}
    </details>
  );
}

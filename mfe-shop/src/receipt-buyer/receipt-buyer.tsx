import type { Guest } from '@site/shared/contracts/guest.ts';
import { useSession, useTexts } from '@site/shared/site/site.ts';
import { lazy, Suspense, useState } from 'react';
import { Collapsible } from '../collapsible/collapsible.tsx';
import { texts } from './texts.ts';

const BuyerForm = lazy(() => import('./buyer-form.tsx').then((module) => ({ default: module.BuyerForm })));

/**
 * A collapsible form for a buyer's details on the receipt: for a buyer without an account, or for one who wants more than the account's
 * name on the receipt. The form's code loads when the form is opened.
 */
export function ReceiptBuyer({ guest }: { guest?: Guest | null }) {
  const t = useTexts(texts);
  const session = useSession();
  const [wasOpened, setWasOpened] = useState(false);
  if (!guest && (session.status !== 'signed-in' || !session.emailVerified)) return null;
  return (
    <Collapsible title={t.title} onOpen={() => setWasOpened(true)}>
      {wasOpened && (
        <Suspense fallback={<p role="status">{t.loading}</p>}>
          <BuyerForm guest={guest ?? null} />
        </Suspense>
      )}
    </Collapsible>
  );
}

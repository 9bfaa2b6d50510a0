import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { PageFailure } from '@site/shared/patterns/page-failure.tsx';
import {
  type ActionFunctionArgs,
  Icon,
  type LoaderFunctionArgs,
  paths,
  siteContext,
  useLoaderData,
  useSession,
  useTexts,
} from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import { loadCartBooks } from '../../checkout/cart-books.ts';
import { readGuest } from '../../checkout/guest.ts';
import { useDeviceCart } from '../../checkout/use-device-cart.ts';
import { withOrigin } from '../../checkout/with-origin.ts';
import { useReader } from '../../ebook/bought-ebooks.ts';
import css from './checkout-page.module.css';
import { CheckoutScreen } from './checkout-screen.tsx';
import { CheckoutSkeleton } from './checkout-skeleton.tsx';
import { openPayment, type PaymentQuestion } from './open-payment.ts';
import { SignInFirst } from './sign-in-first.tsx';
import { texts } from './texts.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const site = context.get(siteContext);
  return { site: site.brand.site, books: await loadCartBooks(site, request.signal) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { api, payments } = context.get(siteContext);
  const question: PaymentQuestion = await request.json();
  return await openPayment(api, payments, question);
}

export const handle = pageHandle(({ preferences }) => ({ title: texts[preferences.locale].title, isPrivate: true }), [], 'bare');

export function Component() {
  const { site, books } = useLoaderData<typeof loader>();
  const isReady = useDeviceCart(books);
  const session = useSession();
  const reader = useReader();
  // The page loads the buyer's books before it requests any payment.
  const guest = session.status === 'signed-out' ? readGuest() : null;
  const isKnown = isReady && (session.status === 'signed-in' || guest !== null) && books?.reader === reader;
  return (
    <CheckoutPage site={site}>
      {session.status === 'signed-out' && !guest ? (
        <SignInFirst />
      ) : isKnown && books ? (
        <CheckoutScreen books={books} guest={guest} />
      ) : (
        <CheckoutSkeleton />
      )}
    </CheckoutPage>
  );
}

/** The frame of the payment page, with few links: a way back, and the seller. */
function CheckoutPage({ site, children }: { site?: string; children: ReactNode }) {
  const t = useTexts(texts);
  return (
    <div className={css.page}>
      <header className={css.bar}>
        <a
          href={paths.cart.href()}
          className={css.back}
          onClick={({ currentTarget }) => {
            currentTarget.href = withOrigin(paths.cart.href());
          }}
        >
          <Icon path={pageIcons.arrowLeft} />
          {t.back}
        </a>
        {site && (
          <a href={paths.home.href()} className={css.site}>
            {site}
          </a>
        )}
      </header>
      <main id="content" tabIndex={-1} className={css.content}>
        <h1 className={css.title}>{t.title}</h1>
        {children}
      </main>
    </div>
  );
}

export function ErrorBoundary() {
  const t = useTexts(texts);
  return (
    <CheckoutPage>
      <PageFailure message={t.failure} />
    </CheckoutPage>
  );
}

import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { PageFailure } from '@site/shared/patterns/page-failure.tsx';
import { type LoaderFunctionArgs, siteContext, useCart, useLoaderData, useTexts } from '@site/shared/site/site.ts';
import { loadCartBooks } from '../../checkout/cart-books.ts';
import { useDeviceCart } from '../../checkout/use-device-cart.ts';
import css from './cart-page.module.css';
import { CartScreen } from './cart-screen.tsx';
import { CartSkeleton } from './cart-skeleton.tsx';
import { texts } from './texts.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  return await loadCartBooks(context.get(siteContext), request.signal);
}

export const handle = pageHandle(({ preferences }) => ({ title: texts[preferences.locale].title, isPrivate: true }));

export function Component() {
  const t = useTexts(texts);
  const books = useLoaderData<typeof loader>();
  const isReady = useDeviceCart(books);
  return (
    <div className={css.page}>
      <h1 className={css.title}>{t.title}</h1>
      {books && isReady ? <CartScreen books={books} /> : <CartSkeleton />}
    </div>
  );
}

export function ErrorBoundary() {
  const t = useTexts(texts);
  const books = useCart(({ lines }) => lines.length);
  return <PageFailure message={books > 0 && !navigator.onLine ? t.offline(books) : t.failure} />;
}

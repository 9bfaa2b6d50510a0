import { sellableLines } from '@site/shared/contracts/cart-rules.ts';
import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { PageFailure } from '@site/shared/patterns/page-failure.tsx';
import {
  type ActionFunctionArgs,
  cartStore,
  type LoaderFunctionArgs,
  siteContext,
  useLoaderData,
  useTexts,
} from '@site/shared/site/site.ts';
import { boughtEbooks, readerHere } from '../../ebook/bought-ebooks.ts';
import css from './cart-page.module.css';
import { CartScreen } from './cart-screen.tsx';
import { CartSkeleton } from './cart-skeleton.tsx';
import { type CheckoutCart, startCheckout } from './start-checkout.ts';
import { texts } from './texts.ts';
import { useDeviceCart } from './use-device-cart.ts';

/** The cart's books as the catalogue has them now. */
export type CartBooks = {
  /** Which ids the answer is about. */
  readonly asked: readonly string[];
  readonly ebooks: readonly Ebook[];
  /** What `reader` is not sold again. */
  readonly bought: readonly BoughtEbook[];
  readonly reader: string | null;
};

/** Null where the device's cart is not known: on the server, and until it was read. */
export async function loader({ request: { signal }, context }: LoaderFunctionArgs): Promise<CartBooks | null> {
  const { isReady, lines } = cartStore.getState();
  if (!isReady) return null;
  const asked = sellableLines(lines).map(({ id }) => id);
  const reader = readerHere();
  if (asked.length === 0) return { asked, ebooks: [], bought: [], reader };
  const { api } = context.get(siteContext);
  const [{ ebooks }, bought] = await Promise.all([
    api('GET /api/ebooks', { query: { ids: asked.join(',') }, signal }),
    boughtEbooks(api, signal),
  ]);
  return { asked, ebooks, bought, reader };
}

/** The checkout: the page submits the cart that is on screen. */
export async function action({ request, context }: ActionFunctionArgs) {
  const cart: CheckoutCart = await request.json();
  return await startCheckout(context.get(siteContext).api, cart);
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
  return <PageFailure message={useTexts(texts).failure} />;
}

import { takeSellableLines } from '@site/shared/contracts/cart-rules.ts';
import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { type ApiCall, cartStore } from '@site/shared/site/site.ts';
import { boughtEbooks, readerHere } from '../ebook/bought-ebooks.ts';

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
export async function loadCartBooks(api: ApiCall, signal: AbortSignal): Promise<CartBooks | null> {
  const { isReady, lines } = cartStore.getState();
  if (!isReady) return null;
  const asked = takeSellableLines(lines).map(({ id }) => id);
  const reader = readerHere();
  if (asked.length === 0) return { asked, ebooks: [], bought: [], reader };
  const [{ ebooks }, bought] = await Promise.all([
    api('GET /api/ebooks', { query: { ids: asked.join(',') }, signal }),
    boughtEbooks(api, signal),
  ]);
  return { asked, ebooks, bought, reader };
}

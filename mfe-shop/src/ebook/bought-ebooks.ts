import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { type ApiCall, type Session, sessionStore, useSession } from '@site/shared/site/site.ts';

const readerOf = (session: Session): string | null => (session.status === 'signed-in' && session.emailVerified ? session.uid : null);

/** Returns the uid of the current person who can own books. Null on the server, and before the session is known. */
export const readerHere = (): string | null => readerOf(sessionStore.getState().session);

/** Returns the uid of the current person who can own books, in a component. */
export const useReader = (): string | null => readerOf(useSession());

/**
 * Returns the books that are not sold to the current person again: owned ones, and those with a pending payment. Empty for visitors, on the
 * server, and if loading fails, so that a page never fails because of this call. The checkout checks the database.
 */
export async function boughtEbooks(api: ApiCall, signal: AbortSignal): Promise<readonly BoughtEbook[]> {
  if (!readerHere()) return [];
  try {
    return (await api('GET /api/me/bought-ebooks', { signal })).ebooks;
  } catch {
    return [];
  }
}

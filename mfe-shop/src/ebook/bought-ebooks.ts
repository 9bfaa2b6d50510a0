import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { type ApiCall, type Session, sessionStore, useSession } from '@site/shared/site/site.ts';

const readerOf = (session: Session): string | null => (session.status === 'signed-in' && session.emailVerified ? session.uid : null);

/** The uid of the person here who can own books, or null: on the server, and before the session is known. */
export const readerHere = (): string | null => readerOf(sessionStore.getState().session);

/** The same, for components. */
export const useReader = (): string | null => readerOf(useSession());

/**
 * The books that are not sold to the person here again: theirs, and those that wait for their payment. Empty for visitors, on the
 * server, and when it cannot be read: these pages never fail for it, and the checkout asks the database.
 */
export async function boughtEbooks(api: ApiCall, signal: AbortSignal): Promise<readonly BoughtEbook[]> {
  if (!readerHere()) return [];
  try {
    return (await api('GET /api/me/bought-ebooks', { signal })).ebooks;
  } catch {
    return [];
  }
}

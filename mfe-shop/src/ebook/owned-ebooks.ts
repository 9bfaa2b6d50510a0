import { type ApiCall, type Session, sessionStore, useSession } from '@site/shared/site/site.ts';

const readerOf = (session: Session): string | null => (session.status === 'signed-in' && session.emailVerified ? session.uid : null);

/** The uid of the person here who can own books, or null: nobody is known on the server, nor before the session is. */
export const readerHere = (): string | null => readerOf(sessionStore.getState().session);

/** The same, for components. */
export const useReader = (): string | null => readerOf(useSession());

/**
 * The ids of the books that the person here may read already; empty for visitors, on the server, and when the library
 * cannot be read: owning is a courtesy on these pages, never a reason for them to fail.
 */
export async function ownedEbookIds(api: ApiCall, signal: AbortSignal): Promise<string[]> {
  if (!readerHere()) return [];
  const ids: string[] = [];
  try {
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof api<'GET /api/me/library'>>> = await api('GET /api/me/library', {
        signal,
        ...(after ? { query: { after } } : {}),
      });
      ids.push(...page.items.map(({ ebook }) => ebook.id));
      after = page.nextCursor;
    } while (after);
  } catch {
    return ids;
  }
  return ids;
}

import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { createApiClient, identity } from '@site/shared/site/site.ts';
import { boughtEbooks, readerHere } from './bought-ebooks.ts';

const api = createApiClient({ origin: '', token: async (fresh) => (await identity()).token(fresh) });

/** Passes the books of `uid` to pages that were rendered before the session was known. Passes nothing once another person has signed in. */
export async function tellBought(uid: string, tell: (ebooks: readonly BoughtEbook[]) => void): Promise<void> {
  const ebooks = await boughtEbooks(api, new AbortController().signal);
  if (readerHere() === uid) tell(ebooks);
}

export { Bought } from './bought.tsx';

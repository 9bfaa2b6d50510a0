import { createApiClient, identity } from '@site/shared/site/site.ts';
import { ownedEbookIds, readerHere } from './owned-ebooks.ts';

const api = createApiClient({ origin: '', token: async (fresh) => (await identity()).token(fresh) });

/** Tells which books `uid` owns, to pages that were rendered before anybody was known; nothing once somebody else is here. */
export async function tellOwned(uid: string, tell: (ids: readonly string[]) => void): Promise<void> {
  const ids = await ownedEbookIds(api, new AbortController().signal);
  if (readerHere() === uid) tell(ids);
}

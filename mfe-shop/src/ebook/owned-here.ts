import { createApiClient, identity } from '@site/shared/site/site.ts';
import { ownedEbookIds } from './owned-ebooks.ts';

/** The ids of the books that the signed-in person here owns; for pages that were rendered before anybody was known. */
export const ownedHere = (signal: AbortSignal): Promise<string[]> =>
  ownedEbookIds(createApiClient({ origin: '', token: async (fresh) => (await identity()).token(fresh) }), signal);

import { identity } from '@site/shared/site/site.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useOwnQuery } from './own-query.ts';

/** Loads the reader's account at the identity provider. The account contains functions, so structural sharing is off. */
export const useAccount = () => useOwnQuery(['account'], async () => (await identity()).account(), { structuralSharing: false });

/** Reloads the account after a change. */
export function useRefreshAccount() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['account'] });
}

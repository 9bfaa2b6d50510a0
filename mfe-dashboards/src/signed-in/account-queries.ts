import { identity } from '@site/shared/site/site.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useOwnQuery } from './own-query.ts';

/** The reader's account at the identity provider. It holds functions of its own, so there is nothing to compare. */
export const useAccount = () => useOwnQuery(['account'], async () => (await identity()).account(), { structuralSharing: false });

/** Reads the account again, when what it holds has changed. */
export function useRefreshAccount() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['account'] });
}

import { identity } from '@site/shared/site/site.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useReaderUid } from './reader-uid.ts';

const keyOf = (uid: string | null) => ['account', uid];

/** The reader's account at the identity provider. */
export function useAccount() {
  const uid = useReaderUid();
  return useQuery({
    queryKey: keyOf(uid),
    enabled: uid !== null,
    queryFn: async () => (await identity()).account(),
    // It holds functions of its own: nothing to compare.
    structuralSharing: false,
  });
}

/** Reads the account again, when what it holds has changed. */
export function useRefreshAccount() {
  const uid = useReaderUid();
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(uid) });
}

import { identity } from '@site/shared/site/site.ts';
import { useQuery } from '@tanstack/react-query';
import { useReaderUid } from '../../../signed-in/signed-in-data.tsx';

/** The reader's account at the identity provider. */
export function useAccount() {
  const uid = useReaderUid();
  return useQuery({
    queryKey: ['account', uid],
    enabled: uid !== null,
    queryFn: async () => (await identity()).account(),
    // It holds functions of its own: nothing to compare.
    structuralSharing: false,
  });
}

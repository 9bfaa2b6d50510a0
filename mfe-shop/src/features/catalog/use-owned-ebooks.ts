import { useSession } from '@site/shared/site/site.ts';
import { useEffect, useState } from 'react';

/** The ids of the books that the person here owns. Nobody else's browser loads the code that asks. */
export function useOwnedEbooks(): readonly string[] {
  const session = useSession();
  const uid = session.status === 'signed-in' ? session.uid : null;
  const [owned, setOwned] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!uid) return;
    const leaving = new AbortController();
    import('../../ebook/owned-here.ts').then(({ ownedHere }) => ownedHere(leaving.signal)).then(setOwned, () => undefined);
    return () => {
      leaving.abort();
      setOwned([]);
    };
  }, [uid]);
  return owned;
}

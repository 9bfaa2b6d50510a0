import { useSession } from '@site/shared/site/site.ts';
import { useEffect, useState } from 'react';

const NONE: readonly string[] = [];

/** The ids of the books that the person here owns. Only who is signed in loads the code that asks. */
export function useOwnedEbooks(): readonly string[] {
  const session = useSession();
  const uid = session.status === 'signed-in' && session.uid;
  const [owned, setOwned] = useState(NONE);
  useEffect(() => {
    setOwned(NONE);
    if (uid) void import('../../ebook/owned-here.ts').then(({ tellOwned }) => tellOwned(uid, setOwned), reportError);
  }, [uid]);
  return owned;
}

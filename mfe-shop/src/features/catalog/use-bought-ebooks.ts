import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { useSession } from '@site/shared/site/site.ts';
import { useEffect, useState } from 'react';

const NONE: readonly BoughtEbook[] = [];

/** The books that are not sold to the person here again. Only who is signed in loads the code that asks. */
export function useBoughtEbooks(): readonly BoughtEbook[] {
  const session = useSession();
  const uid = session.status === 'signed-in' && session.uid;
  const [bought, setBought] = useState(NONE);
  useEffect(() => {
    setBought(NONE);
    if (uid) void import('../../ebook/bought-here.ts').then(({ tellBought }) => tellBought(uid, setBought), reportError);
  }, [uid]);
  return bought;
}

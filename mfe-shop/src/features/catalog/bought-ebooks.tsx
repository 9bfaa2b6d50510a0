import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { late, useSession } from '@site/shared/site/site.ts';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';

const NONE: readonly BoughtEbook[] = [];
const BoughtContext = createContext(NONE);

const fetchCode = () => import('../../ebook/bought-here.ts');

/** Drawn for nobody before it is here. */
export const [Bought, fetchBought] = late(async () => (await fetchCode()).Bought);

/**
 * Tells the parts of a page which books are not sold to the person here again. Only a signed-in person loads the code that asks. Around
 * the page, not in it: who is here is learned after the first drawing, and parts that are not alive yet would all be drawn for it at once.
 */
export function BoughtEbooks({ children }: { children: ReactNode }) {
  const session = useSession();
  const uid = session.status === 'signed-in' && session.uid;
  const [bought, setBought] = useState(NONE);
  useEffect(() => {
    setBought(NONE);
    if (uid) void Promise.all([fetchCode(), fetchBought()]).then(([{ tellBought }]) => tellBought(uid, setBought), reportError);
  }, [uid]);
  return <BoughtContext value={bought}>{children}</BoughtContext>;
}

/** What the person here has of a book: undefined when it can be bought. */
export const useBoughtEbook = (id: string): BoughtEbook | undefined => use(BoughtContext).find(({ ebookId }) => ebookId === id);

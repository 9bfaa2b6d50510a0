// With the page: their code comes for few.
import '../../ebook/bought.module.css';
import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { useSession } from '@site/shared/site/site.ts';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { Bought } from '../../ebook/bought.tsx';
import { fetchLatePart } from './late-part.ts';

/** What the person here bought, with what shows it. */
type Here = { readonly ebooks: readonly BoughtEbook[]; readonly Shown: typeof Bought | null };

const NOTHING: Here = { ebooks: [], Shown: null };
const HereContext = createContext(NOTHING);

/**
 * Tells the parts of a page which books are not sold to the person here again. Only a signed-in person loads the code that asks. Around
 * the page, not in it: who is here is learned after the first drawing, and parts that are not alive yet would all be drawn for it at once.
 */
export function BoughtEbooks({ children }: { children: ReactNode }) {
  const session = useSession();
  const uid = session.status === 'signed-in' && session.uid;
  const [here, setHere] = useState(NOTHING);
  useEffect(() => {
    setHere(NOTHING);
    if (uid) tellHere(uid, setHere).catch(reportError);
  }, [uid]);
  return <HereContext value={here}>{children}</HereContext>;
}

async function tellHere(uid: string, tell: (here: Here) => void): Promise<void> {
  const fetched = import('../../ebook/bought-here.ts');
  // A part whose code is not here is taken from the page when it is drawn anew.
  await fetchLatePart().catch(() => undefined);
  const { Bought, tellBought } = await fetched;
  await tellBought(uid, (ebooks) => tell({ ebooks, Shown: Bought }));
}

/** What the person here has of a book, undefined when it can be bought; and what shows it then. */
export function useBoughtEbook(id: string) {
  const { ebooks, Shown } = use(HereContext);
  return { bought: ebooks.find(({ ebookId }) => ebookId === id), Shown };
}

// These styles load with the page, because the code that needs them loads for few visitors only.
import '../../ebook/bought.module.css';
import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { useSession } from '@site/shared/site/site.ts';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { Bought } from '../../ebook/bought.tsx';
import { fetchLatePart } from './late-part.ts';

/** The current person's books, with the component that shows them. */
type Here = { readonly ebooks: readonly BoughtEbook[]; readonly Shown: typeof Bought | null };

const NOTHING: Here = { ebooks: [], Shown: null };
const HereContext = createContext(NOTHING);

/**
 * Tells the parts of a page which books are not sold to the current person again. Its code loads only for a signed-in person. The session
 * becomes known after the first render. This component is around the page and not a part of it, because rendering the page again would
 * hydrate all of its idle parts at once.
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
  // React removes a part from the page if it renders before the part's code has loaded.
  await fetchLatePart().catch(() => undefined);
  const { Bought, tellBought } = await fetched;
  await tellBought(uid, (ebooks) => tell({ ebooks, Shown: Bought }));
}

/**
 * Returns whether the current person owns or has ordered a book, and the component that shows this. `bought` is undefined if the book can
 * be bought.
 */
export function useBoughtEbook(id: string) {
  const { ebooks, Shown } = use(HereContext);
  return { bought: ebooks.find(({ ebookId }) => ebookId === id), Shown };
}

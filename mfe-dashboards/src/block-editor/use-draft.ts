import { useEffect, useState } from 'react';
import { keepDraft, keptDraft } from './draft.ts';
import { type Compare, type Saved, useTyped } from './use-typed.ts';

/** Typing pauses so long before the device is written to, in milliseconds. */
const PAUSE_MS = 300;

/** What an admin types over what is saved: kept on the device, under a name, until it is saved or discarded. */
export function useDraft<Body extends object>(uid: string, name: string, saved: Saved<Body>, isSame?: Compare<Body>) {
  const typed = useTyped<Body>(saved, isSame, () => keptDraft<Body>(uid, name));
  const { draft } = typed;
  const [isKept, setIsKept] = useState(draft !== null);

  // The device's storage is written when typing pauses, and when the page is left meanwhile.
  useEffect(() => {
    const keep = () => setIsKept(keepDraft(uid, name, draft));
    const timer = setTimeout(keep, PAUSE_MS);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
      keepDraft(uid, name, draft);
    };
  }, [uid, name, draft]);

  return { ...typed, isKept };
}

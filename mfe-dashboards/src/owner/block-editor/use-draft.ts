import { dequal } from 'dequal/lite';
import { useEffect, useRef, useState } from 'react';
import { keepDraft, keptDraft } from './draft.ts';
import { type Compare, type Saved, useTyped } from './use-typed.ts';

/** Typing pauses so long before the device is written to, in milliseconds. */
const PAUSE_MS = 300;

/**
 * What an admin types over what is saved: kept on the device, under a name, until it is saved or discarded. What another tab keeps under the
 * same name stays, unless something is typed here.
 */
export function useDraft<Body extends object>(uid: string, name: string, saved: Saved<Body>, isSame?: Compare<Body>) {
  const [begun] = useState(() => keptDraft<Body>(uid, name));
  const typed = useTyped<Body>(saved, isSame, () => begun);
  const { draft } = typed;
  const [isKept, setIsKept] = useState(draft !== null);
  /** As this tab read or wrote it last. */
  const known = useRef(begun);

  // The device's storage is written when typing pauses, and when the page is left meanwhile.
  useEffect(() => {
    const keep = () => {
      if (draft === known.current) return;
      const isOurs = draft !== null || dequal(keptDraft(uid, name), known.current);
      known.current = draft;
      if (isOurs) setIsKept(keepDraft(uid, name, draft));
    };
    const timer = setTimeout(keep, PAUSE_MS);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [uid, name, draft]);

  return { ...typed, isKept };
}

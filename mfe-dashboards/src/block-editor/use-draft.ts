import { dequal } from 'dequal/lite';
import { useEffect, useState } from 'react';
import { type Draft, keepDraft, keptDraft } from './draft.ts';

/** Typing pauses so long before the device is written to, in milliseconds. */
const PAUSE_MS = 300;

type Saved<Body> = { readonly version: number; readonly body: Body };
type Compare<Body> = (one: Body, other: Body) => boolean;

/**
 * What an admin types over what is saved: kept on the device, under a name, until it is saved or discarded.
 * `isSame` tells whether two bodies say the same; by default when they are equal.
 */
export function useDraft<Body extends object>(uid: string, name: string, saved: Saved<Body>, isSame: Compare<Body> = dequal) {
  const [draft, setDraft] = useState<Draft<Body> | null>(() => keptDraft<Body>(uid, name));
  const [isKept, setIsKept] = useState(draft !== null);
  const isDirty = draft !== null && !isSame(draft.body, saved.body);

  // The device's storage is written when typing pauses, and when the page is left meanwhile.
  useEffect(() => {
    const keep = () => setIsKept(keepDraft(uid, name, isDirty ? draft : null));
    const timer = setTimeout(keep, PAUSE_MS);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
      keepDraft(uid, name, isDirty ? draft : null);
    };
  }, [uid, name, draft, isDirty]);

  const beginOver = (over: { version: number; base: Body }, body: Body, restoredFrom: number | null): void =>
    setDraft({ version: over.version, base: over.base, body, restoredFrom, at: new Date().toISOString() });
  const now = { version: saved.version, base: saved.body };

  return {
    body: draft?.body ?? saved.body,
    draft: isDirty ? draft : null,
    isKept,
    /** Another admin saved other words since this draft was begun. */
    isStale: isDirty && draft.version !== saved.version && !isSame(draft.base, saved.body),
    /** Goes on with the draft that is open, or begins one over what is saved now. */
    write: (body: Body) => beginOver(isDirty ? draft : now, body, draft?.restoredFrom ?? null),
    /** The draft goes on from what is saved now, with these words. */
    rebase: (body: Body) => beginOver(now, body, null),
    discard: () => setDraft(null),
    /** Begins a draft with the words of an older version. */
    begin: (body: Body, restoredFrom: number) => beginOver(now, body, restoredFrom),
  };
}

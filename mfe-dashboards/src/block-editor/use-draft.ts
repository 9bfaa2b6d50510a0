import type { AdminContent } from '@site/shared/contracts/admin-content.ts';
import type { ContentKey } from '@site/shared/contracts/content.ts';
import { useEffect, useState } from 'react';
import type { Body } from './body.ts';
import { type Draft, keepDraft, keptDraft } from './draft.ts';
import { isSame } from './words.ts';

/** Typing pauses so long before the device is written to, in milliseconds. */
const PAUSE_MS = 300;

/** What somebody types over a published block: kept on the device until it is published or discarded. */
export function useDraft(uid: string, key: ContentKey, published: AdminContent) {
  const [draft, setDraft] = useState<Draft | null>(() => keptDraft(uid, key));
  const [isKept, setIsKept] = useState(draft !== null);
  const isDirty = draft !== null && !isSame(draft.body, published.body);

  // The device's storage is written when typing pauses, and when the page is left meanwhile.
  useEffect(() => {
    const keep = () => setIsKept(keepDraft(uid, key, isDirty ? draft : null));
    const timer = setTimeout(keep, PAUSE_MS);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
      keepDraft(uid, key, isDirty ? draft : null);
    };
  }, [uid, key, draft, isDirty]);

  const begin = (version: number, body: Body, restoredFrom: number | null): void =>
    setDraft({ version, body, restoredFrom, at: new Date().toISOString() });

  return {
    body: (draft?.body ?? published.body) as Body,
    draft: isDirty ? draft : null,
    isKept,
    /** Somebody else published since this draft was begun. */
    isStale: isDirty && draft.version !== published.version,
    write: (body: Body) => begin(draft?.version ?? published.version, body, draft?.restoredFrom ?? null),
    /** The draft goes on from what is published now. */
    rebase: () => draft && begin(published.version, draft.body, null),
    discard: () => setDraft(null),
    begin,
  };
}

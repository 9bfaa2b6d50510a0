import { dequal } from 'dequal/lite';
import { useState } from 'react';
import type { Draft } from './draft.ts';

export type Saved<Body> = { readonly version: number; readonly body: Body };
export type Compare<Body> = (one: Body, other: Body) => boolean;

const NOTHING = () => null;

/**
 * What an admin types over what is saved, until it is saved, too, or discarded.
 * `isSame` tells whether two bodies say the same; by default when they are equal. `begun` is what was typed before.
 */
export function useTyped<Body extends object>(
  saved: Saved<Body>,
  isSame: Compare<Body> = dequal,
  begun: () => Draft<Body> | null = NOTHING,
) {
  const [draft, setDraft] = useState(begun);
  const isDirty = draft !== null && !isSame(draft.body, saved.body);

  const beginOver = (over: { version: number; base: Body }, body: Body, restoredFrom: number | null): void =>
    setDraft({ version: over.version, base: over.base, body, restoredFrom, at: new Date().toISOString() });
  const now = { version: saved.version, base: saved.body };

  return {
    body: draft?.body ?? saved.body,
    draft: isDirty ? draft : null,
    /** Other words are there than when this draft was begun. An original text is version 0 whatever it says. */
    isStale: isDirty && (draft.version !== saved.version || saved.version === 0) && !isSame(draft.base, saved.body),
    /** Goes on with the draft that is open, or begins one over what is saved now. */
    write: (body: Body) => beginOver(isDirty ? draft : now, body, draft?.restoredFrom ?? null),
    /** The draft goes on from what is saved now, with these words. */
    rebase: (body: Body) => beginOver(now, body, null),
    discard: () => setDraft(null),
    /** What was sent is saved; what was typed since goes on from there. */
    settle: (sent: Body, answer: Saved<Body>) =>
      setDraft((open) =>
        open === null || isSame(open.body, sent) ? null : { ...open, version: answer.version, base: answer.body, restoredFrom: null },
      ),
    /** Begins a draft with the words of an older version. */
    begin: (body: Body, restoredFrom: number) => beginOver(now, body, restoredFrom),
  };
}

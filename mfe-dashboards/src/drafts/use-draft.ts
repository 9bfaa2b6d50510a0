import type { Instant } from '@site/shared/dates/dates.ts';
import { dequal } from 'dequal/lite';
import { useState } from 'react';
import { type Place, useKeeping } from './draft-storage.ts';

/** The saved words, and the number of their version. An original text that nobody saved yet is version 0. */
export type Saved<Body> = { readonly version: number; readonly body: Body };

/** Words that were typed and not saved. `version` and `base` say over which saved words they were typed. */
export type Draft<Body extends object> = {
  readonly version: number;
  readonly base: Body;
  readonly body: Body;
  readonly at: Instant;
  /** The older version whose words the draft began with. */
  readonly restoredFrom: number | null;
};

/** The state of a draft and its actions, as `useDraft` returns them. */
export type Edited<Body extends object> = ReturnType<typeof useDraft<Body>>;

/** Groups of fields that are saved independently. */
export type Parts<Body extends object> = readonly (readonly (keyof Body)[])[];

const pick = <Body extends object>(body: Body, fields: readonly (keyof Body)[]): Partial<Body> =>
  Object.fromEntries(fields.map((field) => [field, body[field]])) as Partial<Body>;

/** Replaces the parts in which nothing was typed by the saved words. */
function followSaved<Body extends object>(draft: Draft<Body>, saved: Body, parts: Parts<Body>): Draft<Body> {
  if (parts.length === 0) return draft;
  const untouched = parts.filter((part) => dequal(pick(draft.body, part), pick(draft.base, part))).flat();
  const now = pick(saved, untouched);
  return { ...draft, base: { ...draft.base, ...now }, body: { ...draft.body, ...now } };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isDraft = <Body extends object>(value: unknown): value is Draft<Body> =>
  isObject(value) &&
  'version' in value &&
  typeof value.version === 'number' &&
  'body' in value &&
  isObject(value.body) &&
  'base' in value &&
  isObject(value.base);

/** Returns the draft that is kept in a place; null without one. */
export function keptDraft<Body extends object>(place: Place): Draft<Body> | null {
  const kept = place.read();
  return isDraft<Body>(kept) ? kept : null;
}

/**
 * Holds the words that a person typed over the saved ones, and stores them until they are saved or discarded. `isSame` tells whether two
 * bodies have the same meaning, and by default compares them. A draft is stale if the person typed into one of the `parts` and somebody
 * else saved that part.
 */
export function useDraft<Body extends object>(
  place: Place,
  saved: Saved<Body>,
  isSame: (one: Body, other: Body) => boolean = dequal,
  parts: Parts<Body> = [],
) {
  const [begun] = useState(() => keptDraft<Body>(place));
  const [kept, setTyped] = useState(begun);
  const typed = kept && followSaved(kept, saved.body, parts);
  const draft = typed !== null && !isSame(typed.body, saved.body) ? typed : null;
  const isKept = useKeeping(place, begun, draft && kept);

  const now = { version: saved.version, base: saved.body };
  const beginOver = (over: typeof now, body: Body, restoredFrom: number | null): void =>
    setTyped({ version: over.version, base: over.base, body, restoredFrom, at: new Date().toISOString() as Instant });

  return {
    saved,
    body: typed?.body ?? saved.body,
    /** The draft. Null if nothing differs from the saved words. */
    draft,
    /** Whether a reload finds the draft again. */
    isKept,
    /** Whether somebody saved other words after this draft was begun. An original text always has version 0. */
    isStale: draft !== null && (draft.version !== saved.version || saved.version === 0) && !isSame(draft.base, saved.body),
    /** Changes the draft, or begins one that is based on the current saved words. */
    write: (body: Body) => beginOver(draft ?? now, body, typed?.restoredFrom ?? null),
    /** Bases the draft on the words that are saved now, so that the draft is no longer stale. */
    rebase: (body: Body) => beginOver(now, body, null),
    discard: () => setTyped(null),
    /** Ends the draft of the fields of `sent` after they were saved. Other typed words stay, as a draft that is based on the answer. */
    settle: (sent: Partial<Body>, answer: Saved<Body>) =>
      setTyped((open) => {
        if (open === null || isSame(open.body, sent as Body)) return null;
        const fields = Object.keys(sent) as (keyof Body)[];
        const { body: now } = followSaved(open, answer.body, parts);
        const body = {
          ...now,
          ...pick(
            answer.body,
            fields.filter((field) => dequal(now[field], sent[field])),
          ),
        };
        return isSame(body, answer.body) ? null : { ...open, version: answer.version, base: answer.body, body, restoredFrom: null };
      }),
    /** Begins a draft with the words of an older version. */
    begin: (body: Body, restoredFrom: number) => beginOver(now, body, restoredFrom),
  };
}

import type { Fields } from './contact-fields.ts';

/**
 * The storage key of the draft. Typed text stays in this tab until the server has the message, even after a failure, a reload or a visit to
 * another page.
 */
const KEY = 'contact-draft';

/** A message that was sent: its full content and its id. */
type Attempt = { readonly id: string; readonly of: string };
type Kept = { readonly fields?: Partial<Fields>; readonly attempt?: Attempt };

/** The last attempt to send, for tabs without storage. */
let lastAttempt: Attempt | undefined;

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return kept && typeof kept === 'object' ? kept : {};
  } catch {
    // An unreadable draft is ignored, and replaced by the next one.
    return {};
  }
}

function write(kept: Kept): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // If the browser blocks storage, only the form itself keeps the text.
  }
}

export const readDraft = (): Partial<Fields> => read().fields ?? {};

export const keepDraft = (fields: Fields): void => write({ ...read(), fields });

/** Returns the id for sending exactly this message. A retry has the same id, so the message is stored only once. */
export function attemptFor(fields: Fields): string {
  const of = JSON.stringify(fields);
  const known = [read().attempt, lastAttempt].find((attempt) => attempt?.of === of);
  if (known) return known.id;
  lastAttempt = { id: crypto.randomUUID(), of };
  write({ fields, attempt: lastAttempt });
  return lastAttempt.id;
}

export function clearDraft(): void {
  lastAttempt = undefined;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // If the browser blocks storage, there is no draft to remove.
  }
}

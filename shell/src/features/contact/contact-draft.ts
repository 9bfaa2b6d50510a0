import type { Fields } from './contact-fields.ts';

/** What was typed lives in this tab until the server has it: over a failure, a reload and a look at another page. */
const KEY = 'contact-draft';

/** A message that was sent, in full, and its id. */
type Attempt = { readonly id: string; readonly of: string };
type Kept = { readonly fields?: Partial<Fields>; readonly attempt?: Attempt };

/** The last one, also where there is no storage. */
let lastAttempt: Attempt | undefined;

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return kept && typeof kept === 'object' ? kept : {};
  } catch {
    // What cannot be read is written anew.
    return {};
  }
}

function write(kept: Kept): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage the form itself still holds the text.
  }
}

export const readDraft = (): Partial<Fields> => read().fields ?? {};

export const keepDraft = (fields: Fields): void => write({ ...read(), fields });

/** The id under which exactly this message is sent: the same again when it is sent again, so that it is stored once. */
export function attemptFor(fields: Fields): string {
  const of = JSON.stringify(fields);
  const known = [read().attempt, lastAttempt].find((attempt) => attempt?.of === of);
  if (known) return known.id;
  lastAttempt = { id: crypto.randomUUID(), of };
  write({ fields, attempt: lastAttempt });
  return lastAttempt.id;
}

export function forgetDraft(): void {
  lastAttempt = undefined;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage nothing was kept.
  }
}

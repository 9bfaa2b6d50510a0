/** What was typed and not saved, over which version, and what that said. */
export type Draft<Body extends object> = {
  readonly version: number;
  readonly base: Body;
  readonly body: Body;
  readonly at: string;
  readonly restoredFrom: number | null;
};

const PREFIX = 'draft';
const keyOf = (uid: string, name: string): string => `${PREFIX} ${uid} ${name}`;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isDraft = <Body extends object>(value: unknown): value is Draft<Body> =>
  isObject(value) &&
  'version' in value &&
  typeof value.version === 'number' &&
  'body' in value &&
  isObject(value.body) &&
  'base' in value &&
  isObject(value.base);

/** What this device keeps for this person under a name; null without one. */
export function keptDraft<Body extends object>(uid: string, name: string): Draft<Body> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(uid, name)) ?? 'null');
    return isDraft<Body>(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps a draft on the device, or forgets it. Returns whether it is kept. */
export function keepDraft(uid: string, name: string, draft: Draft<object> | null): boolean {
  try {
    if (draft) localStorage.setItem(keyOf(uid, name), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(uid, name));
    return draft !== null;
  } catch {
    // Full, or refused by the browser: the draft lives as long as the page.
    return false;
  }
}

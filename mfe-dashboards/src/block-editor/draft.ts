import type { ContentKey } from '@site/shared/contracts/content.ts';
import type { Body } from './body.ts';

/** What somebody typed and did not publish, and the version that he began with. */
export type Draft = { readonly version: number; readonly body: Body; readonly at: string; readonly restoredFrom: number | null };

const PREFIX = 'content-draft';
const nameOf = (uid: string, key: ContentKey): string => `${PREFIX} ${uid} ${key}`;

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  typeof value.version === 'number' &&
  'body' in value &&
  typeof value.body === 'object' &&
  value.body !== null;

/** What this device keeps for this person; null without one. */
export function keptDraft(uid: string, key: ContentKey): Draft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(uid, key)) ?? 'null');
    return isDraft(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps a draft on the device, or forgets it. Returns whether it is kept. */
export function keepDraft(uid: string, key: ContentKey, draft: Draft | null): boolean {
  try {
    if (draft) localStorage.setItem(nameOf(uid, key), JSON.stringify(draft));
    else localStorage.removeItem(nameOf(uid, key));
    return draft !== null;
  } catch {
    // Full, or refused by the browser: the draft lives as long as the page.
    return false;
  }
}

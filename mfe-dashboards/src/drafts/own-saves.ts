import { deviceStore } from '@site/shared/device/storage.ts';

/** A saved version of a subject, such as `ebook raizes`. */
export type OwnSave = { readonly subject: string; readonly version: number };

/** Number of subjects that are remembered, at most. */
const MOST = 50;
const keyOf = (uid: string): string => `own saves ${uid}`;

/**
 * Returns the saves that this person made in this browser, newest last. A tab uses them to find out whether a newer version is another
 * admin's.
 */
function ownSaves(uid: string): OwnSave[] {
  const kept = deviceStore.readJson(keyOf(uid));
  return Array.isArray(kept) ? kept : [];
}

/** Records that this person saved a version in this browser. */
export function noteOwnSave(uid: string | null, subject: string, version: number): void {
  if (uid === null) return;
  const saves = [...ownSaves(uid).filter((save) => save?.subject !== subject), { subject, version }].slice(-MOST);
  deviceStore.write(keyOf(uid), JSON.stringify(saves));
}

/** Whether this person saved this version in this browser. */
export const isOwnSave = (uid: string | null, { subject, version }: OwnSave): boolean =>
  uid !== null && ownSaves(uid).some((save) => save?.subject === subject && save.version === version);

import { readLinkKey } from '@site/shared/paths/link-key.ts';

const kept = (id: string): string => `gift-key ${id}`;

/** The key of this gift: from the address, else from before the reader signed in. Null where there is none; on the server it is unknown. */
export function readGiftKey(id: string): string | null {
  const given = readLinkKey();
  try {
    if (given) sessionStorage.setItem(kept(id), given);
    return given || sessionStorage.getItem(kept(id));
  } catch {
    // Where nothing can be kept the link has to be opened again after signing in.
    return given || null;
  }
}

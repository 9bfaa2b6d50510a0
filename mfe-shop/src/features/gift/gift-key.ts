import { tabStore } from '@site/shared/device/storage.ts';
import { readLinkKey } from '@site/shared/paths/link-key.ts';

const kept = (id: string): string => `gift-key ${id}`;

/** The key of this gift: from the address, else from before the reader signed in. Null where there is none; on the server it is unknown. */
export function readGiftKey(id: string): string | null {
  const given = readLinkKey();
  if (given) tabStore.write(kept(id), given);
  return given || tabStore.read(kept(id));
}

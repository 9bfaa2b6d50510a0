import { createKeptPictures, type Picture } from './kept-pictures.ts';

const TYPES: Readonly<Record<string, string>> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };
const LIMIT_BYTES = 32 * 1024 * 1024;
const LIMIT_MS = 5_000;
/** What may be replaced under its name is asked for again after so long, in milliseconds. */
const KEEP_MS = 300_000;

/**
 * Reads covers and thumbnails from public storage, and keeps those that were asked for lately: those whose names say which they are for
 * as long as there is room, the others for five minutes. Null when there is none.
 */
export function createStoredPictures(storageUrl: string): (key: string, isForEver: boolean) => Promise<Picture | null> {
  const kept = createKeptPictures(LIMIT_BYTES);

  return async (key, isForEver) => {
    const known = kept.get(key);
    if (known) return known;
    const answer = await fetch(`${storageUrl}/${key}`, { signal: AbortSignal.timeout(LIMIT_MS) });
    if (answer.status === 400 || answer.status === 404) return null;
    if (!answer.ok) throw new Error(`storage answered ${answer.status}`);
    const type = TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    const picture = { bytes: new Uint8Array(await answer.arrayBuffer()), type };
    kept.set(key, picture, isForEver ? {} : { ttl: KEEP_MS });
    return picture;
  };
}

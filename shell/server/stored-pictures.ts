import { createKeptPictures, type Picture } from './kept-pictures.ts';

const LIMIT_BYTES = 32 * 1024 * 1024;
const LIMIT_MS = 5_000;

/** Reads covers and thumbnails from public storage, and keeps those that were asked for lately. Null when there is none. */
export function createStoredPictures(storageUrl: string): (key: string, version: string) => Promise<Picture | null> {
  const kept = createKeptPictures(LIMIT_BYTES);

  return async (key, version) => {
    const address = `${key}?${version}`;
    const known = kept.get(address);
    if (known) return known;
    const answer = await fetch(`${storageUrl}/${key}`, { signal: AbortSignal.timeout(LIMIT_MS) });
    if (answer.status === 400 || answer.status === 404) return null;
    if (!answer.ok) throw new Error(`storage answered ${answer.status}`);
    const type = key.endsWith('.avif') ? 'image/avif' : 'image/webp';
    const picture = { bytes: new Uint8Array(await answer.arrayBuffer()), type };
    if (version) kept.keep(address, picture);
    return picture;
  };
}

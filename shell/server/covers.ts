import { createKeptPictures, type Picture } from './kept-pictures.ts';

const LIMIT_BYTES = 32 * 1024 * 1024;
const LIMIT_MS = 5_000;

/** Reads covers from public storage, and keeps those that were asked for lately. Null when storage has no such picture. */
export function createCovers(storageUrl: string): (name: string, version: string) => Promise<Picture | null> {
  const kept = createKeptPictures(LIMIT_BYTES);

  return async (name, version) => {
    const key = `${name}?${version}`;
    const known = kept.get(key);
    if (known) return known;
    const answer = await fetch(`${storageUrl}/covers/${name}`, { signal: AbortSignal.timeout(LIMIT_MS) });
    if (answer.status === 400 || answer.status === 404) return null;
    if (!answer.ok) throw new Error(`storage answered ${answer.status}`);
    const type = name.endsWith('.avif') ? 'image/avif' : 'image/webp';
    const picture = { bytes: new Uint8Array(await answer.arrayBuffer()), type };
    if (version) kept.keep(key, picture);
    return picture;
  };
}

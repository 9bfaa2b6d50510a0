/** Covers are kept in memory up to so many bytes, the least recently used going first. */
const LIMIT_BYTES = 32 * 1024 * 1024;
const LIMIT_MS = 5_000;

type Picture = { bytes: Uint8Array<ArrayBuffer>; type: string };

/** Reads covers from public storage, and keeps those that were asked for lately. Null when storage has no such picture. */
export function createCovers(storageUrl: string): (name: string, version: string) => Promise<Picture | null> {
  const kept = new Map<string, Picture>();
  let size = 0;

  function keep(key: string, picture: Picture): void {
    kept.set(key, picture);
    size += picture.bytes.length;
    for (const [oldest, { bytes }] of kept) {
      if (size <= LIMIT_BYTES) break;
      kept.delete(oldest);
      size -= bytes.length;
    }
  }

  return async (name, version) => {
    const key = `${name}?${version}`;
    const known = kept.get(key);
    if (known) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const answer = await fetch(`${storageUrl}/covers/${name}`, { signal: AbortSignal.timeout(LIMIT_MS) });
    if (answer.status === 400 || answer.status === 404) return null;
    if (!answer.ok) throw new Error(`storage answered ${answer.status}`);
    const type = name.endsWith('.avif') ? 'image/avif' : 'image/webp';
    const picture = { bytes: new Uint8Array(await answer.arrayBuffer()), type };
    if (version) keep(key, picture);
    return picture;
  };
}

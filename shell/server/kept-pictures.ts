export type Picture = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string };

/** Pictures in memory, by address: up to `limitBytes`, the least recently used going first. */
export function createKeptPictures(limitBytes: number) {
  const kept = new Map<string, Picture>();
  let size = 0;

  return {
    get(key: string): Picture | null {
      const known = kept.get(key);
      if (!known) return null;
      kept.delete(key);
      kept.set(key, known);
      return known;
    },
    keep(key: string, picture: Picture): void {
      size += picture.bytes.length - (kept.get(key)?.bytes.length ?? 0);
      kept.delete(key);
      kept.set(key, picture);
      for (const [oldest, { bytes }] of kept) {
        if (size <= limitBytes) break;
        kept.delete(oldest);
        size -= bytes.length;
      }
    },
  };
}

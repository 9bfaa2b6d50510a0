import { LRUCache } from 'lru-cache';

export type Picture = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string };

/** Pictures in memory, by address: up to `limitBytes`, the least recently used going first. */
export const createKeptPictures = (limitBytes: number): LRUCache<string, Picture> =>
  new LRUCache({ maxSize: limitBytes, sizeCalculation: ({ bytes }) => Math.max(1, bytes.length) });

import { LRUCache } from 'lru-cache';

export type Picture = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string };

/** Creates a cache of pictures by path, up to `limitBytes`. The least recently used pictures are dropped first. */
export const createKeptPictures = (limitBytes: number): LRUCache<string, Picture> =>
  new LRUCache({ maxSize: limitBytes, sizeCalculation: ({ bytes }) => Math.max(1, bytes.length) });

import sharp from 'sharp';
import { createKeptPictures, type Picture } from './kept-pictures.ts';

const TYPES: Readonly<Record<string, string>> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };
const LIMIT_BYTES = 32 * 1024 * 1024;
const LIMIT_MS = 5_000;
/** How long the server keeps a picture that may be replaced under the same name, in milliseconds. */
const KEEP_MS = 300_000;

/** Pictures that are converted to JPEG for mail programs, which read neither of the stored formats. */
const MADE_AS_JPEG = /^((?:covers|thumbnails)\/.+)\.jpg$/;

/**
 * Returns a function that reads covers and thumbnails from public storage and caches them. Pictures with a version in their name stay in
 * the cache as long as there is room, other pictures for five minutes. The function returns null if the picture does not exist.
 */
export function createStoredPictures(storageUrl: string): (key: string, isForEver: boolean) => Promise<Picture | null> {
  const kept = createKeptPictures(LIMIT_BYTES);

  return async (key, isForEver) => {
    const known = kept.get(key);
    if (known) return known;
    const source = key.replace(MADE_AS_JPEG, '$1.webp');
    const answer = await fetch(`${storageUrl}/${source}`, { signal: AbortSignal.timeout(LIMIT_MS) });
    if (answer.status === 400 || answer.status === 404) return null;
    if (!answer.ok) throw new Error(`storage answered ${answer.status}`);
    const type = TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const picture = { bytes: source === key ? bytes : await toJpeg(bytes), type };
    kept.set(key, picture, isForEver ? {} : { ttl: KEEP_MS });
    return picture;
  };
}

/** Keeps the file's metadata, which contain the version of a thumbnail. */
const toJpeg = async (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await sharp(bytes).keepXmp().jpeg({ quality: 80, mozjpeg: true }).toBuffer());

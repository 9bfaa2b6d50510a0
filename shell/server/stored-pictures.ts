import sharp from 'sharp';
import { createKeptPictures, type Picture } from './kept-pictures.ts';

const TYPES: Readonly<Record<string, string>> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };
const LIMIT_BYTES = 32 * 1024 * 1024;
const LIMIT_MS = 5_000;
/** What may be replaced under its name is asked for again after so long, in milliseconds. */
const KEEP_MS = 300_000;

/** As JPEG, for mail programs, which read neither of the two formats that they are stored in. */
const MADE_AS_JPEG = /^((?:covers|thumbnails)\/.+)\.jpg$/;

/**
 * Reads covers and thumbnails from public storage, and keeps those that were asked for lately: those whose names say which they are for
 * as long as there is room, the others for five minutes. Null when there is none.
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

/** With its metadata, in which a thumbnail says its version. */
const toJpeg = async (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await sharp(bytes).keepXmp().jpeg({ quality: 80, mozjpeg: true }).toBuffer());

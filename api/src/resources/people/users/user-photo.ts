import { drawApartUnlessBusy } from '../../../platform/draw-apart.ts';

export type Photo = { body: Uint8Array<ArrayBuffer>; type: 'image/webp' | 'image/svg+xml; charset=utf-8'; maxAgeSeconds: number };

/** Google's hosts for account pictures. No other host is called, because users can put any URL into their own account. */
const PICTURE_HOST = /^lh\d\.googleusercontent\.com$/;
const TIMEOUT_MS = 4_000;
const MAX_BYTES = 2 * 1024 * 1024;

const SILHOUETTE: Photo = {
  body: new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><path fill="#d9d4cc" d="M0 0h96v96H0z"/><path fill="#8a8378" d="M48 20a17 17 0 1 1 0 34 17 17 0 0 1 0-34Zm0 41c19 0 32 10 32 35H16c0-25 13-35 32-35Z"/></svg>',
  ),
  type: 'image/svg+xml; charset=utf-8',
  maxAgeSeconds: 300,
};

function isPictureAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === 'https:' && url.port === '' && url.username === '' && PICTURE_HOST.test(url.hostname);
}

async function bytesOf(answer: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error('the picture is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Returns the picture at `address`, drawn again so that no byte of the foreign file is passed on. Returns a silhouette for null, for a URL
 * that is not on Google's picture host, and when the download fails. Never throws.
 */
export async function fetchPhoto(address: string | null, fetch: typeof globalThis.fetch = globalThis.fetch): Promise<Photo> {
  if (address === null || !isPictureAddress(address)) return SILHOUETTE;
  try {
    const answer = await fetch(address, { redirect: 'error', credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) return SILHOUETTE;
    const drawn = await drawApartUnlessBusy<Uint8Array<ArrayBuffer>>('photo', () => bytesOf(answer));
    return { body: new Uint8Array(drawn), type: 'image/webp', maxAgeSeconds: 86_400 };
  } catch {
    return SILHOUETTE;
  }
}

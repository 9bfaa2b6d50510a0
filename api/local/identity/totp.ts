import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Firebase's parameters: SHA-1, six digits, thirty seconds (RFC 6238), and five windows before and after. */
export const DIGITS = 6;
export const PERIOD_S = 30;
const ADJACENT_WINDOWS = 5;
const SECRET_BYTES = 20;
/** The alphabet of RFC 4648. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newSecret = (): string => Array.from(randomBytes((SECRET_BYTES * 8) / 5), (byte) => BASE32[byte % BASE32.length]).join('');

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the number of the time window of a moment. */
export const windowOf = (ms: number): number => Math.floor(ms / 1_000 / PERIOD_S);

/** Returns the code of a window (RFC 4226, 5.3). */
export function codeOf(secret: string, window: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(window));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * Returns the window near `now` to which the code belongs. It must be after `lastUsed`, because a code works once (RFC 6238, 5.2).
 * Undefined for a wrong code.
 */
export function usedWindow(secret: string, code: string, now: number, lastUsed: number): number | undefined {
  const current = windowOf(now);
  const windows = Array.from({ length: 2 * ADJACENT_WINDOWS + 1 }, (_, index) => current - ADJACENT_WINDOWS + index);
  return windows.find((window) => {
    const right = Buffer.from(codeOf(secret, window));
    return window > lastUsed && right.length === Buffer.byteLength(code) && timingSafeEqual(right, Buffer.from(code));
  });
}

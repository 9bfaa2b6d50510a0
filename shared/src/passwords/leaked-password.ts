import { createApiClient } from '@site/shared/site/site.ts';

/** Longest wait before the form continues without a warning, in milliseconds. */
const PATIENCE_MS = 2_000;
const PREFIX_DIGITS = 5;

const api = createApiClient({ origin: '', timeoutMs: PATIENCE_MS });

/**
 * Returns whether a password is on a list of leaked ones. The password stays in the browser: our API gets only five of the forty digits of
 * its digest, and the rest is compared here. Returns false if the check fails.
 */
export async function isLeaked(password: string): Promise<boolean> {
  try {
    const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password));
    const digits = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase();
    const { suffixes } = await api('GET /api/password-ranges/:prefix', { params: { prefix: digits.slice(0, PREFIX_DIGITS) } });
    return suffixes.includes(digits.slice(PREFIX_DIGITS));
  } catch {
    return false;
  }
}

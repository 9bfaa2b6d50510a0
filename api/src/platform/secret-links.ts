import { createHmac, timingSafeEqual } from 'node:crypto';

/** The kind of page that a secret link opens. A key of one kind never opens the other kind. */
export type SecretLinkKind = 'gift' | 'order';

/**
 * Returns the key in the fragment of a secret link: 128 bits as 22 characters. The key is derived and not stored, so each call returns the
 * same key. A new `generation` makes earlier links invalid.
 */
export function secretLinkKey(secret: string, kind: SecretLinkKind, id: string, generation: number): string {
  return createHmac('sha256', secret).update(`link ${kind} ${id} ${generation}`).digest().subarray(0, 16).toString('base64url');
}

/** Compares `key` with the expected key in constant time. */
export function isSecretLinkKey(secret: string, kind: SecretLinkKind, id: string, generation: number, key: string): boolean {
  // The texts are compared and not the decoded bytes, because several texts decode to the same bytes, and only one of these texts is a
  // valid key.
  const [given, ours] = [Buffer.from(key), Buffer.from(secretLinkKey(secret, kind, id, generation))];
  return given.length === ours.length && timingSafeEqual(given, ours);
}

import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the holder of its link can open. A key of one kind is worth nothing for another one. */
export type SecretLinkKind = 'gift' | 'order';

/**
 * The key in the fragment of a secret link, 128 bits as 22 signs: the same each time, so that nothing secret is stored. A new
 * `generation` of what it opens makes the links of before worthless.
 */
export function secretLinkKey(secret: string, kind: SecretLinkKind, id: string, generation: number): string {
  return createHmac('sha256', secret).update(`link ${kind} ${id} ${generation}`).digest().subarray(0, 16).toString('base64url');
}

/** Whether `key` is that key. Takes as long for a wrong one as for the right one. */
export function isSecretLinkKey(secret: string, kind: SecretLinkKind, id: string, generation: number, key: string): boolean {
  // As text: several texts decode to the same bytes, and only one of them is ours.
  const [given, ours] = [Buffer.from(key), Buffer.from(secretLinkKey(secret, kind, id, generation))];
  return given.length === ours.length && timingSafeEqual(given, ours);
}

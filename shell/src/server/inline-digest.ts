import { createHash } from 'node:crypto';

/** What stands in a page itself, as a content security policy names it. */
export type InlineDigests = { readonly scripts: readonly string[]; readonly styles: readonly string[] };

const known = new Map<string, string>();

/** The digest of an inline script or style. Only texts of builds are asked for, of which there are few: each is digested once. */
export function digestOf(text: string): string {
  const digest = known.get(text) ?? `sha256-${createHash('sha256').update(text).digest('base64')}`;
  known.set(text, digest);
  return digest;
}

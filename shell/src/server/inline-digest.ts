import { createHash } from 'node:crypto';

/** Digests of a page's inline scripts and styles, as a content security policy contains them. */
export type InlineDigests = { readonly scripts: readonly string[]; readonly styles: readonly string[] };

const known = new Map<string, string>();

/** Returns the digest of an inline script or style. Results are cached without limit, because only the few texts of builds are passed. */
export function digestOf(text: string): string {
  const digest = known.get(text) ?? `sha256-${createHash('sha256').update(text).digest('base64')}`;
  known.set(text, digest);
  return digest;
}

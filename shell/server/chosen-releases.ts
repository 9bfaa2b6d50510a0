import { timingSafeEqual } from 'node:crypto';
import type { RegisteredRelease, ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { previewDigest } from '@site/shared/releases/registry-file.ts';

/** The query parameter of a URL that shows a release before it goes live. */
export const RELEASE_PARAM = 'release';

/** A visitor of a page. `asked` is the value of the query parameter `release`. */
export type Visitor = { asked: string | undefined; now: Date };

/**
 * The releases for a page. `preview` is the release that is shown although it is not live, or null. A page with a preview is neither cached
 * for other visitors nor indexed by search engines.
 */
export type ChosenReleases = { registry: ReleaseRegistry; preview: RegisteredRelease | null };

/** Returns the releases for one visitor: the live ones, except that a preview replaces the live release of its remote. */
export function chooseReleases(registry: ReleaseRegistry, { asked, now }: Visitor): ChosenReleases {
  const preview = asked ? previewOf(registry, asked, now) : null;
  return { registry: preview ? { ...registry, remotes: { ...registry.remotes, [preview.name]: preview } } : registry, preview };
}

function previewOf({ previews = [] }: ReleaseRegistry, asked: string, now: Date): RegisteredRelease | null {
  const [, name, version, secret] = /^([\w-]{1,32})@(\w{1,64})~(\w{1,64})$/.exec(asked) ?? [];
  if (!secret) return null;
  const digest = Buffer.from(previewDigest(secret));
  const known = previews.find(
    (preview) =>
      preview.release.name === name &&
      preview.release.version === version &&
      now.getTime() < Date.parse(preview.until) &&
      timingSafeEqual(Buffer.from(preview.digest), digest),
  );
  return known?.release ?? null;
}

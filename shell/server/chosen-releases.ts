import { timingSafeEqual } from 'node:crypto';
import type { RegisteredRelease, ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { previewDigest } from '@site/shared/releases/registry-file.ts';

/** Query parameter of an address that shows a release which is not live. */
export const RELEASE_PARAM = 'release';

/** `asked`: value of `?release=`. */
export type Visitor = { asked: string | undefined; now: Date };

/** `preview`: the release on the page that is not live. Such a page is not cached for other visitors or indexed by search engines. */
export type ChosenReleases = { registry: ReleaseRegistry; preview: RegisteredRelease | null };

/** Returns the releases for one visitor: the live ones, of which one may be replaced by the release of a preview. */
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

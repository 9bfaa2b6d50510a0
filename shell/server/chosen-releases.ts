import { createHash, timingSafeEqual } from 'node:crypto';
import type { RegisteredRelease, ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { REMOTE_NAMES, type RemoteName } from '@site/shared/federation/remote.ts';
import { previewDigest } from '@site/shared/releases/registry-file.ts';

/** The query parameter of an address that shows a release which is not live. */
export const RELEASE_PARAM = 'release';

export type Visitor = {
  /** Both are asked for only while there is a canary. */
  address: () => string;
  userAgent: () => string;
  /** Value of `?release=`. */
  asked: string | undefined;
  now: Date;
};

/** `isOwn`: the page may not be kept for another visitor. `preview`: what it shows that is not live, which search engines should not see. */
export type ChosenReleases = { registry: ReleaseRegistry; isOwn: boolean; preview: RegisteredRelease | null };

/**
 * Which releases one visitor gets: the live ones, canaries for as many as they are meant for, and the one whose preview they have
 * the address of. Who gets a canary follows from address, browser and day: nothing is kept of the visitor, who stays with it for the day.
 */
export function chooseReleases(registry: ReleaseRegistry, visitor: Visitor): ChosenReleases {
  const { canaries = {}, remotes } = registry;
  const isSameForAll = Object.keys(canaries).length === 0;
  if (isSameForAll && !visitor.asked) return { registry, isOwn: false, preview: null };
  const preview = visitor.asked ? previewOf(registry, visitor.asked, visitor.now) : null;
  const chosen: Partial<Record<RemoteName, RegisteredRelease>> = { ...remotes };
  for (const name of REMOTE_NAMES) {
    const canary = canaries[name];
    if (canary && shareOf(name, visitor) < canary.percent) chosen[name] = canary.release;
  }
  if (preview) chosen[preview.name] = preview;
  const isOwn = preview !== null || !isSameForAll;
  return { registry: isOwn ? { ...registry, remotes: chosen } : registry, isOwn, preview };
}

/** A number from 0 to 100 that is the same for one visitor's whole day, another for each remote. */
function shareOf(name: RemoteName, { address, userAgent, now }: Visitor): number {
  const day = now.toISOString().slice(0, 10);
  const hash = createHash('sha256').update([day, name, address(), userAgent()].join('\0')).digest();
  return (hash.readUInt32BE() / 2 ** 32) * 100;
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

import type { RemoteName } from '@site/shared/federation/remote.ts';

/** The first path segments of each remote, and whether its pages require sign-in. */
export const REMOTE_AREAS = [
  { name: 'mfe-shop', prefixes: ['shop', 'cart', 'checkout', 'success', 'cancel', 'gift'], isPrivate: false },
  { name: 'mfe-podcast', prefixes: ['podcast'], isPrivate: false },
  { name: 'mfe-dashboards', prefixes: ['user-dashboard', 'order', 'dashboard'], isPrivate: true },
] as const satisfies readonly { name: RemoteName; prefixes: readonly string[]; isPrivate: boolean }[];

export type RemoteArea = (typeof REMOTE_AREAS)[number];

/** Returns the remote of `pathname`, or null for the shell's own pages. */
export function areaOf(pathname: string): RemoteArea | null {
  const prefix = pathname.split('/')[1] ?? '';
  return REMOTE_AREAS.find((area) => (area.prefixes as readonly string[]).includes(prefix)) ?? null;
}

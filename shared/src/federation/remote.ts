import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';

/** A remote built for another major of this number is refused before its code is loaded. */
export const CONTRACT_VERSION = '2.0.0';

/** Whether a remote built for contract `built` runs in a shell of contract `own`: same major, and no newer minor. */
export function isContractCompatible(built: string, own: string): boolean {
  const [builtMajor, builtMinor] = built.split('.').map(Number);
  const [ownMajor, ownMinor] = own.split('.').map(Number);
  return builtMajor === ownMajor && (builtMinor ?? Number.NaN) <= (ownMinor ?? Number.NaN);
}

/** What a remote's `./routes` module gives: routes relative to the site's root, with lazy pages, and the slots that it lends. */
export type RemoteRoutes = {
  readonly routes: readonly RouteObject[];
  /** Each in a file of its own, named `<slot>-slot.tsx`; `RemoteSlots` types them. */
  readonly slots?: Readonly<Record<string, () => Promise<{ readonly Component: ComponentType<never> }>>>;
};

/** One released version of one remote, as the release registry and the page know it. Addresses are site paths. */
export type RemoteRelease = {
  readonly name: RemoteName;
  readonly version: string;
  readonly contract: string;
  /** Client entry, such as `/_r/mfe-shop/3f2a9c1d/remoteEntry.js`. */
  readonly entry: string;
  /** Its digest: a browser runs nothing else in its place. Releases before this was kept have none. */
  readonly integrity?: string;
};

export const REMOTE_NAMES = ['mfe-shop', 'mfe-podcast', 'mfe-dashboards'] as const;
export type RemoteName = (typeof REMOTE_NAMES)[number];

/** Of what a page must have one: React, and our facade over router, stores and contexts; and what draws with React, which every file has need of. */
export const SHARED_KEYS = ['react', 'react/jsx-runtime', '@site/shared/site/site.ts'] as const;

/** A remote's name as a federation container and global variable: no hyphens. */
export const getContainerName = (name: string): string => name.replaceAll('-', '_');

import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';

/** A remote built for another major version is rejected before its code is loaded. */
export const CONTRACT_VERSION = '2.0.0';

/**
 * Returns whether a remote built for contract `built` runs in a shell with contract `own`: same major version, and no newer minor version.
 */
export function isContractCompatible(built: string, own: string): boolean {
  const [builtMajor, builtMinor] = built.split('.').map(Number);
  const [ownMajor, ownMinor] = own.split('.').map(Number);
  return builtMajor === ownMajor && (builtMinor ?? Number.NaN) <= (ownMinor ?? Number.NaN);
}

/** The exports of a remote's `./routes` module: its routes, relative to the site's root and with lazy pages, and its slots. */
export type RemoteRoutes = {
  readonly routes: readonly RouteObject[];
  /** Each slot has its own file named `<slot>-slot.tsx`. `RemoteSlots` gives the types. */
  readonly slots?: Readonly<Record<string, () => Promise<{ readonly Component: ComponentType<never> }>>>;
};

/** One released version of a remote, for the registry and the page. Addresses are site paths. */
export type RemoteRelease = {
  readonly name: RemoteName;
  readonly version: string;
  readonly contract: string;
  /** The URL of the client entry, such as `/_r/mfe-shop/3f2a9c1d/remoteEntry.js`. */
  readonly entry: string;
  /** Digest of the entry, which browsers check. Missing in releases that are older than this field. */
  readonly integrity?: string;
};

export const REMOTE_NAMES = ['mfe-shop', 'mfe-podcast', 'mfe-dashboards'] as const;
export type RemoteName = (typeof REMOTE_NAMES)[number];

/** Singletons that the shell shares with its remotes: React and its JSX runtime, and our facade over router, stores and contexts. */
export const SHARED_KEYS = ['react', 'react/jsx-runtime', '@site/shared/site/site.ts'] as const;

/** Returns a remote's name as a federation container and global variable: without hyphens. */
export const getContainerName = (name: string): string => name.replaceAll('-', '_');

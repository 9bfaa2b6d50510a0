import type { RemoteName, RemoteRelease } from './remote.ts';

/** Site paths of the files that a page, or a remote's entry, needs before it is interactive and looks right. */
export type PageAssets = { readonly scripts: readonly string[]; readonly styles: readonly string[] };

/** One release as the registry keeps it: what the page is told, and what only the shell's server needs. */
export type RegisteredRelease = RemoteRelease & {
  /** Path of the server entry inside RELEASES_DIR. */
  readonly serverEntry: string;
  /** Files of `./routes`. */
  readonly assets: PageAssets;
  /** Files that each lazy page adds, by the page's name (`src/features/cart/cart-page.tsx`). */
  readonly pages: Readonly<Record<string, PageAssets>>;
  /** Files that each slot adds, by its name inside the remote; releases of contract 1.0 know no slots. */
  readonly slots?: Readonly<Record<string, PageAssets>>;
  /** When it was released, as an ISO instant. */
  readonly releasedAt: string;
};

/** `registry.json`: which release of each remote is live. It is data, read while the shell's server runs. */
export type ReleaseRegistry = { readonly remotes: Readonly<Partial<Record<RemoteName, RegisteredRelease>>> };

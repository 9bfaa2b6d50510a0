import type { RemoteName, RemoteRelease } from './remote.ts';

/** Site paths of the files that a page, or a remote's entry, needs before it is interactive and looks right. */
export type PageAssets = { readonly scripts: readonly string[]; readonly styles: readonly string[] };

/** One file of a release. */
export type ReleasedFile = {
  readonly bytes: number;
  /** Its digest as browsers check it (Subresource Integrity): `sha384-…`. */
  readonly integrity: string;
};

/** The person who did something with a release, and when. */
export type Act = { readonly by: string; readonly at: string };

/** One release, as its own signed record and the registry keep it: what the page is told, and what only servers need. */
export type RegisteredRelease = RemoteRelease & {
  /** Path of the server entry inside the store. */
  readonly serverEntry: string;
  /** Files of `./routes`. */
  readonly assets: PageAssets;
  /** Files that each lazy page adds, by the page's name (`src/features/cart/cart-page.tsx`). */
  readonly pages: Readonly<Record<string, PageAssets>>;
  /** Files that each slot adds, by its name inside the remote; releases of contract 1.0 know no slots. */
  readonly slots?: Readonly<Record<string, PageAssets>>;
  /** Every file by its path inside the release: `client/…`, `server/…`, and `maps/…`, which is never served. */
  readonly files: Readonly<Record<string, ReleasedFile>>;
  /** When it was uploaded, as an ISO instant, and by whom. */
  readonly releasedAt: string;
  readonly releasedBy: string;
  /** What it was built from; null outside of a repository. Ends in `+` when files were changed since. */
  readonly commit: string | null;
  /** Whether the remote's own tests passed on the way; releases of `npm start` are not tested. */
  readonly isTested: boolean;
};

/** An address that shows one release to everyone who has it, for a while: `?release=mfe-shop@<version>~<secret>`. */
export type ReleasePreview = {
  readonly remote: RemoteName;
  readonly release: RegisteredRelease;
  /** SHA-256 of the secret. */
  readonly digest: string;
  readonly until: string;
};

/** The shell that runs, as it said itself when it started. `keys`: the ids of those whose releases it takes. */
export type RunningHost = {
  readonly contract: string;
  readonly version: string;
  readonly keys: readonly string[];
  readonly startedAt: string;
};

/** Which release of each remote is live. It is data, read while the shell's server runs. */
export type ReleaseRegistry = {
  readonly remotes: Readonly<Partial<Record<RemoteName, RegisteredRelease>>>;
  readonly previews?: readonly ReleasePreview[];
};

/** A release that went live, and by what. `takenBack`: a rollback led away from it, and no other leads to it again. */
export type LiveAct = Act & {
  readonly version: string;
  readonly action: 'release' | 'rollback';
  readonly takenBack?: Act;
};

/** The registry as the store keeps it, signed. */
export type KeptRegistry = ReleaseRegistry & {
  /** Grows with each change: a shell that knows a later one takes no earlier one. */
  readonly serial: number;
  /** What was live of each remote, newest last; the last one that was not taken back is live. */
  readonly history: Readonly<Partial<Record<RemoteName, readonly LiveAct[]>>>;
};

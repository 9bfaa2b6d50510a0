import type { RemoteName, RemoteRelease } from './remote.ts';

/** Site paths of the files that a page or a remote's entry needs to be interactive and fully styled. */
export type PageAssets = { readonly scripts: readonly string[]; readonly styles: readonly string[] };

/** One file of a release. */
export type ReleasedFile = {
  readonly bytes: number;
  /** Digest in the form that browsers check (Subresource Integrity): `sha384-…`. */
  readonly integrity: string;
};

/** The person who did something with a release, and when. */
export type Act = { readonly by: string; readonly at: string };

/** A release in the form of its signed record and of the registry: the fields that the page gets, and fields for servers only. */
export type RegisteredRelease = RemoteRelease & {
  /** Path of the server entry inside the store. */
  readonly serverEntry: string;
  /** The client files that the remote's `./routes` module needs. */
  readonly assets: PageAssets;
  /** Files that each lazy page adds, by page name (`src/features/cart/cart-page.tsx`). */
  readonly pages: Readonly<Record<string, PageAssets>>;
  /** Files that each slot adds, by the slot's name inside the remote. Releases for contract 1.0 have no slots. */
  readonly slots?: Readonly<Record<string, PageAssets>>;
  /** Every file by its path inside the release: `client/…`, `server/…`, and `maps/…`, which is never served. */
  readonly files: Readonly<Record<string, ReleasedFile>>;
  /** The time of the upload as an ISO instant. `by` names the uploader. */
  readonly releasedAt: string;
  readonly releasedBy: string;
  /** The commit; null outside a repository. Ends in `+` if files had uncommitted changes. */
  readonly commit: string | null;
  /** Whether the remote's own tests passed before the release. Releases by `npm start` are not tested. */
  readonly isTested: boolean;
};

/** A temporary address that shows one release to everyone who has it: `?release=mfe-shop@<version>~<secret>`. */
export type ReleasePreview = {
  readonly remote: RemoteName;
  readonly release: RegisteredRelease;
  /** The SHA-256 of the preview's secret. */
  readonly digest: string;
  readonly until: string;
};

/** The running shell, as it described itself at start-up. `keys`: ids of the keys that it trusts. */
export type RunningHost = {
  readonly contract: string;
  readonly version: string;
  readonly keys: readonly string[];
  readonly startedAt: string;
};

/** The live release of each remote. The shell's server reads it again while it runs. */
export type ReleaseRegistry = {
  readonly remotes: Readonly<Partial<Record<RemoteName, RegisteredRelease>>>;
  readonly previews?: readonly ReleasePreview[];
};

/** A release that went live, and by which action. `takenBack`: a rollback replaced it, and later rollbacks skip it. */
export type LiveAct = Act & {
  readonly version: string;
  readonly action: 'release' | 'rollback';
  readonly takenBack?: Act;
};

/** The registry as the store keeps it, signed. */
export type KeptRegistry = ReleaseRegistry & {
  /** Increases with each change. A shell never accepts a registry with a lower serial than it knows. */
  readonly serial: number;
  /** Live releases of each remote, newest last. The last one that was not taken back is live. */
  readonly history: Readonly<Partial<Record<RemoteName, readonly LiveAct[]>>>;
};

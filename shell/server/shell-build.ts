import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RoomFiles } from '@site/shared/build/page-files-plugin.ts';
import type { PageAssets } from '@site/shared/federation/registry.ts';
import { CONTRACT_VERSION } from '@site/shared/federation/remote.ts';
import { integrityOf } from '@site/shared/releases/integrity.ts';
import { announceHost } from '@site/shared/releases/registry-file.ts';
import type { ReleaseStore } from '@site/shared/releases/store.ts';

export type ShellBuild = {
  /** The hash of this build's content. */
  version: string;
  clientDirectory: string;
  /** The URL of the server's bundle. */
  serverEntry: string;
  entry: PageAssets;
  /** Digests of the entry's scripts, by URL. */
  integrity: Readonly<Record<string, string>>;
  /** Scripts that the entry requests as soon as it runs. */
  late: readonly string[];
  pages: Readonly<Record<string, PageAssets>>;
  /** The text of the inline script that starts the other scripts. */
  startScript: string;
};

/** Returns the shell's own build. Throws if it was not built. */
export function readShellBuild(directory: string): ShellBuild {
  const clientDirectory = join(directory, 'client');
  const { entry, late, pages }: RoomFiles = JSON.parse(readFileSync(join(clientDirectory, 'pages.json'), 'utf8'));
  const at = ({ scripts, styles }: { scripts: readonly string[]; styles: readonly string[] }): PageAssets => ({
    scripts: scripts.map((file) => `/_s/${file}`),
    styles: styles.map((file) => `/_s/${file}`),
  });
  const files = readdirSync(clientDirectory);
  const startFile = files.find((file) => /^start-late[.]\w+[.]js$/.test(file));
  if (!startFile) throw new Error('the shell has no start script: npm run build -- shell');
  return {
    version: createHash('sha256').update(files.join()).digest('hex').slice(0, 12),
    clientDirectory,
    serverEntry: pathToFileURL(join(directory, 'server/render.mjs')).href,
    entry: at(entry),
    integrity: Object.fromEntries(entry.scripts.map((file) => [`/_s/${file}`, integrityOf(readFileSync(join(clientDirectory, file)))])),
    late: late ? at(late).scripts : [],
    pages: Object.fromEntries(Object.entries(pages).map(([page, files]) => [page, at(files)])),
    startScript: readFileSync(join(clientDirectory, startFile), 'utf8'),
  };
}

/** Writes this shell's contract and trusted keys to the store, for the releasers of remotes. Rejects if the store cannot be written. */
export const announceShell = (store: ReleaseStore, { version }: ShellBuild, keys: readonly string[]): Promise<void> =>
  announceHost(store, { contract: CONTRACT_VERSION, version, keys });

import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RoomFiles } from '@site/shared/build/page-files-plugin.ts';
import type { PageAssets } from '@site/shared/federation/registry.ts';

export type ShellBuild = {
  clientDirectory: string;
  /** Address of the server's bundle. */
  serverEntry: string;
  entry: PageAssets;
  pages: Readonly<Record<string, PageAssets>>;
  /** Text of the inline script that starts the others. */
  startScript: string;
  /** Address of the site's icon. */
  icon: string;
};

/** The shell's own build. Throws when it is not built. */
export function readShellBuild(directory: string): ShellBuild {
  const clientDirectory = join(directory, 'client');
  const { entry, pages }: RoomFiles = JSON.parse(readFileSync(join(clientDirectory, 'pages.json'), 'utf8'));
  const at = ({ scripts, styles }: { scripts: readonly string[]; styles: readonly string[] }): PageAssets => ({
    scripts: scripts.map((file) => `/_s/${file}`),
    styles: styles.map((file) => `/_s/${file}`),
  });
  const files = readdirSync(clientDirectory);
  const startFile = files.find((file) => /^start-late[.]\w+[.]js$/.test(file));
  const icon = files.find((file) => /^icon[.]\w+[.]svg$/.test(file));
  if (!startFile || !icon) throw new Error('the shell has no start script or no icon: npm run build -- shell');
  return {
    clientDirectory,
    serverEntry: pathToFileURL(join(directory, 'server/render.mjs')).href,
    entry: at(entry),
    pages: Object.fromEntries(Object.entries(pages).map(([page, files]) => [page, at(files)])),
    startScript: readFileSync(join(clientDirectory, startFile), 'utf8'),
    icon: `/_s/${icon}`,
  };
}

/** Leaves this build's files beside the releases, where the next shell finds them for pages that this one has rendered. */
export function keepAssets(clientDirectory: string, directory: string): void {
  cpSync(clientDirectory, directory, { recursive: true, filter: (file) => !file.endsWith('.json') });
}

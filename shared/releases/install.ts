// Runs before each deploy. It stores the shell's files where older and newer shells find them. Remotes without any release go live with the
// build in this image; later releases need `npm run release`.

import { REMOTE_NAMES } from '../src/federation/remote.ts';
import { readRegistry } from './registry-file.ts';
import { openSigningStore } from './release-store.ts';
import { keepShellFiles } from './shell-files.ts';
import { release } from './switch.ts';

try {
  const store = openSigningStore(process.env);
  // Read the registry first: if it was signed with another key, no shell would accept the files signed below.
  const { remotes } = await readRegistry(store);
  await keepShellFiles(store);
  for (const name of REMOTE_NAMES) if (!remotes[name]) console.log(`live: ${name} ${(await release(store, name)).version}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

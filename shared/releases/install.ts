// Before each deploy: the shell's files go where the shells before and after it find them, and the remotes that this image was built with
// go live where no release is. Later ones come by `npm run release`.

import { REMOTE_NAMES } from '../src/federation/remote.ts';
import { readRegistry } from './registry-file.ts';
import { openSigningStore } from './release-store.ts';
import { keepShellFiles } from './shell-files.ts';
import { release } from './switch.ts';

try {
  const store = openSigningStore(process.env);
  // First: with a key that the registry does not know, files would be signed that no shell takes.
  const { remotes } = await readRegistry(store);
  await keepShellFiles(store);
  for (const name of REMOTE_NAMES) if (!remotes[name]) console.log(`live: ${name} ${(await release(store, name)).version}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

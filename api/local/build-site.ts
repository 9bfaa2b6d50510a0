// Builds what is not built, and what changed of all rooms or of those on the command line; releases the builds that were never released:
// a remote that was rolled back stays so. One process at a time.
import { join } from 'node:path';
import { buildRooms, isBuilt } from '@site/shared/build/build.ts';
import { ROOMS, roomsOf } from '@site/shared/build/rooms.ts';
import { CONTRACT_VERSION, REMOTE_NAMES } from '@site/shared/federation/remote.ts';
import { announceHost, readHost, readRegistry } from '@site/shared/releases/registry-file.ts';
import { openSigningStore } from '@site/shared/releases/release-store.ts';
import { keepShellFiles } from '@site/shared/releases/shell-files.ts';
import { isReleased, release } from '@site/shared/releases/switch.ts';
import { lockDirectory } from './directory-lock.ts';
import { required, runBriefly } from './stand-in.ts';

const LONGEST_BUILD_MS = 600_000;

await runBriefly(async () => {
  const store = openSigningStore({ RELEASES_DIR: required('RELEASES_DIR') });
  lockDirectory(join(import.meta.dirname, '../../.build/site'), LONGEST_BUILD_MS);
  const asked = roomsOf(process.argv.slice(2));
  // A room that is run alone needs the others, as they were built last.
  await buildRooms(ROOMS.filter((room) => asked.includes(room) || !isBuilt(room)));
  await keepShellFiles(store);
  // The shell that was just built starts after this: remotes of its contract are not too new for the one that ran last.
  const last = await readHost(store);
  if (last) await announceHost(store, { contract: CONTRACT_VERSION, version: last.version, keys: last.keys });
  const live = (await readRegistry(store)).remotes;
  for (const name of REMOTE_NAMES) if (!live[name] || !(await isReleased(store, name))) await release(store, name);
});

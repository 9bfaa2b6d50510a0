// Builds the rooms named on the command line, or all rooms. Skips rooms that have not changed since their last build. Then makes each build
// live, even an older one, except a remote that was rolled back. Only one process at a time runs this.
import { join } from 'node:path';
import { buildRooms, isBuilt } from '@site/shared/build/build.ts';
import { ROOMS, roomsOf } from '@site/shared/build/rooms.ts';
import { CONTRACT_VERSION, REMOTE_NAMES } from '@site/shared/federation/remote.ts';
import { buildOf, versionOf } from '@site/shared/releases/publish.ts';
import { announceHost, readHost } from '@site/shared/releases/registry-file.ts';
import { openSigningStore } from '@site/shared/releases/release-store.ts';
import { keepShellFiles } from '@site/shared/releases/shell-files.ts';
import { goesLive, release } from '@site/shared/releases/switch.ts';
import { lockDirectory } from './directory-lock.ts';
import { required, runBriefly } from './stand-in.ts';

const LONGEST_BUILD_MS = 600_000;

await runBriefly(async () => {
  const store = openSigningStore({ RELEASES_DIR: required('RELEASES_DIR') });
  lockDirectory(join(import.meta.dirname, '../../.build/site'), LONGEST_BUILD_MS);
  const asked = roomsOf(process.argv.slice(2));
  // A single room needs the last builds of all other rooms.
  await buildRooms(ROOMS.filter((room) => asked.includes(room) || !isBuilt(room)));
  await keepShellFiles(store);
  // The shell that was just built starts after this. Announcing its contract now keeps its remotes from being rejected as too new for the
  // previous shell.
  const last = await readHost(store);
  if (last) await announceHost(store, { contract: CONTRACT_VERSION, version: last.version, keys: last.keys });
  for (const name of REMOTE_NAMES) if (await goesLive(store, name, versionOf(buildOf(name)))) await release(store, name);
});

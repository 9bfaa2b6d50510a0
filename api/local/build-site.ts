// Builds what is not built, and what changed of all rooms or of those on the command line; makes each build live that is not, also an earlier
// one, but for a remote that was rolled back, which stays so. One process at a time.
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
  // A room that is run alone needs the others, as they were built last.
  await buildRooms(ROOMS.filter((room) => asked.includes(room) || !isBuilt(room)));
  await keepShellFiles(store);
  // The shell that was just built starts after this: remotes of its contract are not too new for the one that ran last.
  const last = await readHost(store);
  if (last) await announceHost(store, { contract: CONTRACT_VERSION, version: last.version, keys: last.keys });
  for (const name of REMOTE_NAMES) if (await goesLive(store, name, versionOf(buildOf(name)))) await release(store, name);
});

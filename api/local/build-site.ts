// Builds what is not built and releases the builds that were never released: a remote that was rolled back stays so. One process at a time.
import { join } from 'node:path';
import { buildRooms } from '@site/shared/build/build.ts';
import { isReleased, readRegistry, release } from '@site/shared/build/release.ts';
import { REMOTE_NAMES } from '@site/shared/federation/remote.ts';
import { lockDirectory } from './directory-lock.ts';
import { required, runBriefly } from './stand-in.ts';

const LONGEST_BUILD_MS = 600_000;

await runBriefly(async () => {
  const releases = required('RELEASES_DIR');
  lockDirectory(join(import.meta.dirname, '../../.build/site'), LONGEST_BUILD_MS);
  await buildRooms();
  const live = readRegistry(releases).remotes;
  for (const name of REMOTE_NAMES) if (!live[name] || !isReleased(name, releases)) release(name, releases);
});

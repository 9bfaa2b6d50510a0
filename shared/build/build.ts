import { spawn } from 'node:child_process';
import { existsSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { openSigningStore } from '../releases/release-store.ts';
import { release } from '../releases/switch.ts';
import { REMOTE_NAMES } from '../src/federation/remote.ts';
import { inputsHash, ROOMS, ROOT, type RoomName, roomsOf, WITH_MAPS } from './rooms.ts';

/** Webpack uses one core. More builds at once than cores would slow all of them down. */
const ROOMS_AT_ONCE = 2;
/** Starts first because its build takes longest; the other rooms are built in parallel. */
const LARGEST: RoomName = 'mfe-dashboards';

/**
 * Builds the rooms whose sources changed since their last build, or that lack the source maps asked for by `hasMaps`. Returns the rooms
 * that were built. Throws when a build fails.
 */
export async function buildRooms(rooms: readonly RoomName[] = ROOMS, hasMaps = false): Promise<RoomName[]> {
  const stale = rooms.filter((room) => !isUpToDate(room, hasMaps));
  const waiting = stale.toSorted((a, b) => Number(b === LARGEST) - Number(a === LARGEST));
  await Promise.all(
    Array.from({ length: ROOMS_AT_ONCE }, async () => {
      for (let room = waiting.shift(); room; room = waiting.shift()) await buildOne(room, hasMaps);
    }),
  );
  return stale;
}

/** Returns whether the room has any build, even an outdated one. */
export const isBuilt = (room: RoomName): boolean => existsSync(join(ROOT, room, 'dist/inputs.txt'));

function isUpToDate(room: RoomName, hasMaps: boolean): boolean {
  const stamp = join(ROOT, room, 'dist/inputs.txt');
  const inputs = inputsHash(room);
  const accepted = hasMaps ? [inputs + WITH_MAPS] : [inputs, inputs + WITH_MAPS];
  return existsSync(stamp) && accepted.includes(readFileSync(stamp, 'utf8'));
}

/** Runs each build in its own process: webpack uses one core, and its memory is freed when the process ends. */
function buildOne(room: RoomName, hasMaps: boolean): Promise<void> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'build-room.ts'), room], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, SOURCE_MAPS: hasMaps ? '1' : '' },
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code !== 0) return reject(new Error(`${room} does not build`));
      console.log(`built ${room} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
      resolve();
    });
  });
}

/** Rebuilds rooms whenever their sources change, and releases the rebuilt remotes. Runs until the process ends. */
function watchRooms(rooms: readonly RoomName[]): void {
  let timer: NodeJS.Timeout | undefined;
  let isBuilding = false;
  const store = openSigningStore(process.env);
  const rebuild = async (): Promise<void> => {
    if (isBuilding) return later();
    isBuilding = true;
    try {
      for (const room of await buildRooms(rooms)) {
        const remote = REMOTE_NAMES.find((name) => name === room);
        if (remote) console.log(`live: ${remote} ${(await release(store, remote)).version}`);
      }
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    } finally {
      isBuilding = false;
    }
  };
  // Editors write a file several times, so wait until they are done.
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void rebuild(), 150);
  };
  for (const folder of [...rooms, 'shared']) watch(join(ROOT, folder, 'src'), { recursive: true }, later);
  later();
}

if (import.meta.main) {
  try {
    const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
    const rooms = roomsOf(process.argv.slice(2).filter((argument) => !argument.startsWith('--')));
    if (flags.includes('--watch')) watchRooms(rooms);
    else {
      const built = await buildRooms(rooms);
      const rest = rooms.filter((room) => !built.includes(room));
      if (rest.length > 0) console.log(`up to date: ${rest.join(', ')}`);
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

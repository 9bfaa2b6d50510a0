import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** The free memory that is required, in bytes: several times the space that a run uses at once. */
const PLENTY_BYTES = 4 * 1024 ** 3;

/**
 * Returns the folder for the temporary files of a run, which creates and removes tens of thousands. The folder is in memory if enough
 * memory is free, because a disk's file system takes a tenth of such a run. Otherwise it is the system's usual folder.
 */
export function findTemporaryFolder(): string {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return tmpdir();
  // The database server of the run starts from that folder.
  if (/^\S+ [/]dev[/]shm \S+ \S*\bnoexec\b/m.test(readFileSync('/proc/mounts', 'utf8'))) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) > PLENTY_BYTES ? MEMORY : tmpdir();
}

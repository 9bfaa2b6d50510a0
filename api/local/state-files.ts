// How stand-ins keep their state: a process that is killed and a disk that is full leave each file whole, but for the last line of a journal.
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { FileError, writing } from '@site/shared/process/files.ts';

const OWNER_ONLY = 0o600;

/** Says how to go on when a stand-in cannot read a file. */
const damaged = (path: string, part: string, cause: unknown) =>
  new FileError(`${part}${path} is damaged: put back a copy of it, or begin again with \`npm run reset\``, { cause });

/** Replaces a file by a rename: it has the old content or the new one. Readable by its owner only. */
export function writeWhole(path: string, text: string): void {
  const part = `${path}.part`;
  try {
    writing(path, () => {
      writeFileSync(part, text, { mode: OWNER_ONLY });
      renameSync(part, path);
    });
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** The JSON in a file; null when there is none. Throws a `FileError` for a damaged file. */
export function readWhole(path: string): unknown {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw damaged(path, '', cause);
  }
}

/** Adds a line to a file. Throws when the disk does not take the whole line; the file is then as before. */
export function appendLine(path: string, line: string): void {
  writing(path, () => {
    const file = openSync(path, 'a', OWNER_ONLY);
    const { size } = fstatSync(file);
    try {
      writeFileSync(file, `${line}\n`);
    } catch (error) {
      ftruncateSync(file, size);
      throw error;
    } finally {
      closeSync(file);
    }
  });
}

/** The whole lines of a file. A last line without its end was cut while it was written: it is removed, and the log says so. */
export function readLines(path: string): string[] {
  if (!existsSync(path)) return [];
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.length) {
    truncateSync(path, end);
    process.stderr.write(`${path}: its last line was cut while it was written, and is removed\n`);
  }
  return bytes.toString('utf8', 0, end).split('\n').slice(0, -1);
}

/** The same for lines of JSON. Throws a `FileError` when another line than the last one is damaged. */
export const readEntries = (path: string): unknown[] =>
  readLines(path).map((line, index) => {
    try {
      return JSON.parse(line) as unknown;
    } catch (cause) {
      throw damaged(path, `line ${index + 1} of `, cause);
    }
  });

// Functions with which stand-ins keep their state. A killed process or a full disk leaves each file complete, except for the last line of a
// journal.
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

/** Returns the error for a damaged file, which tells how to continue. */
const damaged = (path: string, part: string, cause: unknown) =>
  new FileError(`${part}${path} is damaged: put back a copy of it, or begin again with \`npm run reset\``, { cause });

/** Replaces a file by a rename, so that it has either the old or the new content. Only its owner can read it. */
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

/** Returns the JSON in a file, or null without a file. Throws a `FileError` for a damaged file. */
export function readWhole(path: string): unknown {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw damaged(path, '', cause);
  }
}

/** Appends a line to a file. Throws when the disk cannot store the whole line, and leaves the file unchanged then. */
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

/** Returns the complete lines of a file. An incomplete last line, which was being written when the process ended, is removed and logged. */
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

/** Reads lines of JSON like `readLines`. Throws a `FileError` when a line before the last one is damaged. */
export const readEntries = (path: string): unknown[] =>
  readLines(path).map((line, index) => {
    try {
      return JSON.parse(line) as unknown;
    } catch (cause) {
      throw damaged(path, `line ${index + 1} of `, cause);
    }
  });

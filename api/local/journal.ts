import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '@site/shared/process/files.ts';
import { appendLine, readEntries, writeWhole } from './state-files.ts';

/**
 * An append-only file of JSON lines. Each change costs one short write, and a killed process loses at most the line that it was writing.
 * `rewrite` replaces the whole file by a rename. Only the file's owner can read it, because the file holds addresses.
 */
export class Journal {
  readonly #path: string;
  #isRemoved = false;

  constructor(path: string) {
    this.#path = path;
    makeFolder(dirname(path));
  }

  /** Returns all entries, oldest first, without an incomplete last line. Throws when the file is damaged anywhere else. */
  read(): unknown[] {
    return readEntries(this.#path);
  }

  append(entry: unknown): void {
    if (!this.#isRemoved) appendLine(this.#path, JSON.stringify(entry));
  }

  /** Replaces the contents of the file atomically. */
  rewrite(entries: Iterable<unknown>): void {
    if (!this.#isRemoved) writeWhole(this.#path, Array.from(entries, (entry) => `${JSON.stringify(entry)}\n`).join(''));
  }

  /** Removes the file permanently. Later writes of a call that is still running are ignored. */
  remove(): void {
    rmSync(this.#path, { force: true });
    this.#isRemoved = true;
  }
}

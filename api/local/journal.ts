import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '@site/shared/process/files.ts';
import { appendLine, readEntries, writeWhole } from './state-files.ts';

/**
 * A file of JSON lines that only grows, so that a change costs one short write and a killed process loses at most the
 * line it was writing. `rewrite` replaces it as a whole by rename. Readable by its owner only: it holds addresses.
 */
export class Journal {
  readonly #path: string;
  #isRemoved = false;

  constructor(path: string) {
    this.#path = path;
    makeFolder(dirname(path));
  }

  /** Every entry, oldest first, without a last line that was cut. Throws when the file is damaged anywhere else. */
  read(): unknown[] {
    return readEntries(this.#path);
  }

  append(entry: unknown): void {
    if (!this.#isRemoved) appendLine(this.#path, JSON.stringify(entry));
  }

  /** Replaces the file by `entries` at one stroke. */
  rewrite(entries: Iterable<unknown>): void {
    if (!this.#isRemoved) writeWhole(this.#path, Array.from(entries, (entry) => `${JSON.stringify(entry)}\n`).join(''));
  }

  /** Removes the file for good: what a call that is still under way adds goes nowhere. */
  remove(): void {
    rmSync(this.#path, { force: true });
    this.#isRemoved = true;
  }
}

import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * A file of JSON lines that only grows, so that a change costs one short write and a killed process loses at most the
 * line it was writing. `rewrite` replaces it as a whole by rename. Readable by its owner only: it holds addresses.
 */
export class Journal {
  readonly #path: string;
  #file: number | undefined;
  /** Bytes up to the end of the last whole line, when a cut line follows them. */
  #cutAt: number | undefined;
  #isRemoved = false;

  constructor(path: string) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
  }

  /** Every entry, oldest first. Throws when the file is damaged anywhere but at its end. */
  read(): unknown[] {
    if (!existsSync(this.#path)) return [];
    const text = readFileSync(this.#path, 'utf8');
    const lines = text.split('\n');
    // What follows the last line break is a line that was cut while it was written.
    const rest = lines.pop() ?? '';
    if (rest) this.#cutAt = Buffer.byteLength(text) - Buffer.byteLength(rest);
    return lines.map((line, index) => {
      try {
        return JSON.parse(line) as unknown;
      } catch (cause) {
        throw new Error(`line ${index + 1} of ${this.#path} is damaged; \`npm run reset\` starts anew`, { cause });
      }
    });
  }

  append(entry: unknown): void {
    if (this.#isRemoved) return;
    this.#file ??= openSync(this.#path, 'a', 0o600);
    if (this.#cutAt !== undefined) ftruncateSync(this.#file, this.#cutAt);
    this.#cutAt = undefined;
    writeSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  /** Replaces the file by `entries` at one stroke. */
  rewrite(entries: Iterable<unknown>): void {
    if (this.#isRemoved) return;
    this.close();
    const temporary = `${this.#path}.new`;
    writeFileSync(temporary, Array.from(entries, (entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 });
    renameSync(temporary, this.#path);
    this.#cutAt = undefined;
  }

  /** Removes the file for good: what a call that is still under way adds goes nowhere. */
  remove(): void {
    this.close();
    rmSync(this.#path, { force: true });
    this.#isRemoved = true;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

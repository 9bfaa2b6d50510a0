import { writeSync } from 'node:fs';
import type { pino } from 'pino';

const STANDARD_OUTPUT = 1;
const LINES_BYTES = 65_536;
const LINES_MS = 500;
/** How often, and how long each time, a reader who is behind is waited for. */
const WAITS = 20;
const WAIT_MS = 5;

export type LogLines = pino.DestinationStream & {
  /** Writes what has come so far before it returns. */
  flushSync: () => void;
};

/**
 * Standard output, for a logger. Many lines are written at once, and none waits longer than half a second: a write for each would cost as
 * much as a page. By this thread, since what another one is to write is lost with a process that ends before. Lines that nobody takes,
 * as of a full disk or a reader that went, are lost, and nothing is thrown: a site does not end with its log. `pino`'s own writer
 * would wait for them for ever.
 */
export function openLogLines(): LogLines {
  let lines: Buffer[] = [];
  let size = 0;
  const flushSync = () => {
    const bytes = Buffer.concat(lines, size);
    lines = [];
    size = 0;
    writeAll(bytes);
  };
  setInterval(flushSync, LINES_MS).unref();
  process.once('exit', flushSync);
  return {
    write(line) {
      const bytes = Buffer.from(line);
      lines.push(bytes);
      size += bytes.length;
      if (size >= LINES_BYTES) flushSync();
    },
    flushSync,
  };
}

function writeAll(bytes: Buffer): void {
  let waits = 0;
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(STANDARD_OUTPUT, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || waits === WAITS) return;
      waits += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
}

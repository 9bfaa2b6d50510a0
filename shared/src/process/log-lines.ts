import { writeSync } from 'node:fs';
import type { pino } from 'pino';

const STANDARD_OUTPUT = 1;
const LINES_BYTES = 65_536;
const LINES_MS = 500;
/** If the reader of the log is slow, writing waits `WAIT_MS` milliseconds before it tries again, at most this many times. */
const WAITS = 20;
const WAIT_MS = 5;

export type LogLines = pino.DestinationStream & {
  /** Writes all lines that the logger has collected, before it returns. */
  flushSync: () => void;
};

/**
 * Opens standard output for a logger. Lines are written in batches, each at most half a second late, because a write per line would cost as
 * much as rendering a page. They are written on this thread: lines in another thread would be lost if the process ended first.
 *
 * Lines that cannot be written, because of a full disk or a reader that is gone, are dropped without an error: the site must not stop
 * because of its log. `pino`'s own writer would wait for ever.
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

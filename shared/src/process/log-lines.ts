import { pino } from 'pino';

const LINES_BYTES = 65_536;
const LINES_MS = 500;

export type LogLines = pino.DestinationStream & {
  /** Writes what has come so far before it returns. */
  flushSync: () => void;
};

/**
 * Standard output, for a logger. Many lines are written at once, and none waits longer than half a second: a write for each would cost as
 * much as a page. As bytes, since text that is gathered is measured from its beginning for each line that joins it.
 */
export function openLogLines(): LogLines {
  const output = pino.destination({
    fd: 1,
    // What another thread is to write is lost with a process that ends before.
    sync: true,
    contentMode: 'buffer',
    minLength: LINES_BYTES,
    maxWrite: 2 * LINES_BYTES,
    periodicFlush: LINES_MS,
  });
  process.once('exit', () => output.flushSync());
  return {
    // It takes bytes in this mode, which its type does not know.
    write: (line) => void output.write(Buffer.from(line) as unknown as string),
    flushSync: () => output.flushSync(),
  };
}

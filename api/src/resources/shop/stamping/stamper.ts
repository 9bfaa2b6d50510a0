import { runInWorker } from '../../../platform/limited-thread.ts';
import { oneAtATime, PDF_LIMITS, ResourceLimitError, type WorkLimits } from '../../../platform/limited-work.ts';

/** Reasons why a file cannot be stamped. */
export const UNSTAMPABLE = ['encrypted', 'damaged', 'too_large', 'too_costly'] as const;

/** A file that is delivered unchanged because it cannot be stamped. */
export class Unstampable extends Error {
  override readonly name = 'Unstampable';
  readonly reason: (typeof UNSTAMPABLE)[number];

  constructor(reason: (typeof UNSTAMPABLE)[number], message: string = reason) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Returns the PDF with `line` at the foot of every page. `read` is called when the PDF's turn comes. Throws `Unstampable`,
 * `TooManyWaiting`, and whatever `read` throws.
 */
export type Stamper = (read: () => Promise<Uint8Array<ArrayBuffer>>, line: string) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * The longest queue. A waiting request costs no memory, but no connection should stay open for minutes, so further callers must retry
 * later.
 */
const MOST_WAITING = 20;

/** Creates a stamper that works in worker threads, one at a time, so that neither many nor hostile files block the API. */
export function createStamper(limits: WorkLimits = PDF_LIMITS): Stamper {
  const inTurn = oneAtATime(MOST_WAITING);
  return (read, line) => inTurn(async () => await stampInThread(await read(), line, limits));
}

type Said = { stamped: Uint8Array<ArrayBuffer> } | { reason: 'encrypted' | 'damaged'; message: string };

async function stampInThread(pdf: Uint8Array<ArrayBuffer>, line: string, limits: WorkLimits): Promise<Uint8Array<ArrayBuffer>> {
  let said: Said;
  try {
    said = await runInWorker<Said>(new URL('stamp-worker.ts', import.meta.url), { bytes: pdf, line }, limits);
  } catch (error) {
    throw new Unstampable(error instanceof ResourceLimitError ? 'too_costly' : 'damaged', String(error));
  }
  if ('stamped' in said) return said.stamped;
  throw new Unstampable(said.reason, said.message);
}

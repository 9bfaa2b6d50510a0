import { runInWorker } from '../../../platform/limited-thread.ts';
import { oneAtATime, PDF_LIMITS, ResourceLimitError, type WorkLimits } from '../../../platform/limited-work.ts';

/** Why a file cannot be stamped, now or later. */
export const UNSTAMPABLE = ['encrypted', 'damaged', 'too_large', 'too_costly'] as const;

/** A file that is delivered as it is, because it cannot be stamped. */
export class Unstampable extends Error {
  override readonly name = 'Unstampable';
  readonly reason: (typeof UNSTAMPABLE)[number];

  constructor(reason: (typeof UNSTAMPABLE)[number], message: string = reason) {
    super(message);
    this.reason = reason;
  }
}

/**
 * The PDF with `line` at the foot of every page. `read` is asked for it when its turn comes. Throws `Unstampable`, what `read`
 * throws, and `TooManyWaiting`.
 */
export type Stamper = (read: () => Promise<Uint8Array<ArrayBuffer>>, line: string) => Promise<Uint8Array<ArrayBuffer>>;

/** Later callers are told to come back: waiting costs no memory, but no connection should wait for minutes. */
const MOST_WAITING = 20;

/** Stamps in worker threads, one at a time, so that neither many nor hostile files keep the API from answering. */
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

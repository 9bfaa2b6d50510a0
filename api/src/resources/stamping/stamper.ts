import { Worker } from 'node:worker_threads';

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

/** The PDF with `line` at the foot of every page. Takes the bytes away from its caller. Throws `Unstampable`. */
export type Stamper = (pdf: Uint8Array<ArrayBuffer>, line: string) => Promise<Uint8Array<ArrayBuffer>>;

type Limits = { memoryBytes: number; ms: number };

/** Far above what a book of 500 pages takes: less than a second of a free processor, and 60 MB. */
const LIMITS: Limits = { memoryBytes: 320 * 1024 ** 2, ms: 20_000 };
const LOOK_EVERY_MS = 50;

/** Stamps in worker threads, one at a time, so that neither many nor hostile files keep the API from answering. */
export function createStamper(limits: Limits = LIMITS): Stamper {
  let last: Promise<unknown> = Promise.resolve();
  return (pdf, line) => {
    const turn = last.then(() => stampInThread(pdf, line, limits));
    last = turn.catch(() => undefined);
    return turn;
  };
}

type Said = { stamped: Uint8Array<ArrayBuffer> } | { reason: 'encrypted' | 'damaged'; message: string };

async function stampInThread(pdf: Uint8Array<ArrayBuffer>, line: string, limits: Limits): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('stamp-worker.ts', import.meta.url), {
    workerData: { pdf, line },
    transferList: [pdf.buffer],
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(limits.memoryBytes / 1024 ** 2) },
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  worker.once('message', (said: Said) => {
    if ('stamped' in said) resolve(said.stamped);
    else reject(new Unstampable(said.reason, said.message));
  });
  worker.once('error', (error) => reject(new Unstampable('too_costly', error.message)));
  worker.once('exit', () => reject(new Unstampable('damaged', 'the thread ended without a word')));
  const timer = setTimeout(() => reject(new Unstampable('too_costly', `more than ${limits.ms} ms`)), limits.ms);
  // The limits of a thread do not count what lies outside of its heap, which is where files are unpacked.
  const watch = setInterval(() => {
    worker.getHeapStatistics().then(
      ({ used_heap_size: heap, external_memory: outside }) => {
        if (heap + outside > limits.memoryBytes) reject(new Unstampable('too_costly', `more than ${limits.memoryBytes} bytes of memory`));
      },
      // It ended meanwhile.
      () => undefined,
    );
  }, LOOK_EVERY_MS);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    await worker.terminate();
  }
}

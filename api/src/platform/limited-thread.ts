import { Worker } from 'node:worker_threads';

export type ThreadLimits = { memoryBytes: number; ms: number };

/** The thread or process took more time or memory than it may. */
export class ResourceLimitError extends Error {
  override readonly name = 'ResourceLimitError';
}

/** More is waiting already than there is room for; it is not the file's fault. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/** The piece of work that began last, of every kind: memory is bounded for the whole process. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Does pieces of work one after the other, also those of other kinds. A piece loads its file only when its turn comes. Throws
 * `TooManyWaiting` at once when `mostWaiting` pieces of this kind wait already.
 */
export function oneAtATime(mostWaiting: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let waiting = 0;
  return (work) => {
    if (waiting >= mostWaiting) return Promise.reject(new TooManyWaiting());
    waiting += 1;
    const turn = last.then(() => {
      waiting -= 1;
      return work();
    });
    last = turn.catch(() => undefined);
    return turn;
  };
}

const LOOK_EVERY_MS = 50;

/**
 * The first message of a thread that runs `module` with `data`, whose bytes are taken away from the caller. The thread ends with
 * it, or when it takes too much, so that hostile files do not keep the API from answering.
 * Throws `ResourceLimitError`, and a plain error for a thread that ended without a word.
 */
export async function runInWorker<Said>(
  module: URL,
  data: { bytes: Uint8Array<ArrayBuffer>; [name: string]: unknown },
  limits: ThreadLimits,
): Promise<Said> {
  const worker = new Worker(module, {
    workerData: data,
    transferList: [data.bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(limits.memoryBytes / 1024 ** 2) },
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Said>();
  worker.once('message', resolve);
  worker.once('error', (error) => reject(new ResourceLimitError(error.message)));
  worker.once('exit', () => reject(new Error('the thread ended without a word')));
  const timer = setTimeout(() => reject(new ResourceLimitError(`more than ${limits.ms} ms`)), limits.ms);
  // The limits of a thread do not count what lies outside of its heap, which is where files are unpacked.
  const watch = setInterval(() => {
    worker.getHeapStatistics().then(
      ({ used_heap_size: heap, external_memory: outside }) => {
        if (heap + outside > limits.memoryBytes) reject(new ResourceLimitError(`more than ${limits.memoryBytes} bytes of memory`));
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

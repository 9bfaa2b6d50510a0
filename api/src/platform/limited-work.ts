export type WorkLimits = { memoryBytes: number; ms: number };

/**
 * Limits for work on a PDF. A book of 500 pages takes less than a second of an idle processor, and 60 MB. The API and this work fit into
 * 512 MB together (`npm run load -- --only files`).
 */
export const PDF_LIMITS: WorkLimits = { memoryBytes: 208 * 1024 ** 2, ms: 20_000 };

/** The thread or process exceeded its time or memory limit. */
export class ResourceLimitError extends Error {
  override readonly name = 'ResourceLimitError';
}

/** The queue is full, so the work was not started. The file is not at fault. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/** The last started piece of work of any kind. One queue for all kinds limits the memory of the whole process. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Returns a function that runs pieces of work one after another, together with all other kinds of work. A piece should load its file only
 * when its turn comes. Rejects with `TooManyWaiting` at once when `mostWaiting` pieces of this kind are queued.
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

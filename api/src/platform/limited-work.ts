export type WorkLimits = { memoryBytes: number; ms: number };

/**
 * For work on a PDF. A book of 500 pages takes less than a second of a free processor, and 60 MB. The API and this work fit into 512 MB together
 * (`npm run load -- --only files`).
 */
export const PDF_LIMITS: WorkLimits = { memoryBytes: 208 * 1024 ** 2, ms: 20_000 };

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

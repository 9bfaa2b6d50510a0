import { Worker } from 'node:worker_threads';
import { endIdleProcesses } from './limited-process.ts';
import { ResourceLimitError, type WorkLimits } from './limited-work.ts';

const LOOK_EVERY_MS = 50;

/**
 * Returns the first message of a thread that runs `module` with `data`, whose bytes are taken away from the caller. The thread ends with
 * it, or when it takes too much, so that hostile files do not keep the API from answering. Processes that wait for work end first, so that
 * their memory is free.
 * Throws `ResourceLimitError`, and a plain error for a thread that ended without a word.
 */
export async function runInWorker<Said>(
  module: URL,
  data: { bytes: Uint8Array<ArrayBuffer>; [name: string]: unknown },
  limits: WorkLimits,
): Promise<Said> {
  endIdleProcesses();
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

import { Worker } from 'node:worker_threads';
import { endIdleProcesses } from './limited-process.ts';
import { ResourceLimitError, type WorkLimits } from './limited-work.ts';

const LOOK_EVERY_MS = 50;

/**
 * Runs `module` in a thread with `data` and returns the thread's first message. The bytes, or a stream of them, are transferred, so the caller loses them. The
 * thread ends after its message or beyond `limits`, so that hostile files cannot block the API. Idle processes end first, to free their memory. Throws
 * `ResourceLimitError`, or a plain error when the thread ended without a message.
 */
export async function runInWorker<Said>(
  module: URL,
  data: { bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>; [name: string]: unknown },
  limits: WorkLimits,
): Promise<Said> {
  endIdleProcesses();
  const worker = new Worker(module, {
    workerData: data,
    transferList: [data.bytes instanceof Uint8Array ? data.bytes.buffer : data.bytes],
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(limits.memoryBytes / 1024 ** 2) },
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Said>();
  worker.once('message', resolve);
  worker.once('error', (error) => reject(new ResourceLimitError(error.message)));
  worker.once('exit', () => reject(new Error('the thread ended without a word')));
  const timer = setTimeout(() => reject(new ResourceLimitError(`more than ${limits.ms} ms`)), limits.ms);
  // Node's limits for a thread count only the thread's heap. Files are unpacked outside the heap.
  const watch = setInterval(() => {
    worker.getHeapStatistics().then(
      ({ used_heap_size: heap, external_memory: outside }) => {
        if (heap + outside > limits.memoryBytes) reject(new ResourceLimitError(`more than ${limits.memoryBytes} bytes of memory`));
      },
      // The thread ended before it reported its memory.
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

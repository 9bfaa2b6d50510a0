import { runInWorker } from '../../../platform/limited-thread.ts';
import { ResourceLimitError, type WorkLimits } from '../../../platform/limited-work.ts';
import type { AudioFacts } from './audio-facts.ts';

/** Reading an hour of audio takes an idle processor about a second. The dashboard waits 30 seconds for the answer. */
const LIMITS: WorkLimits = { memoryBytes: 96 * 1024 ** 2, ms: 26_000 };

type ReadFacts = AudioFacts | { problem: 'too_costly' };

/**
 * Reads an audio file in a thread, as it arrives. Throws the error of `chunks` if `chunks` fails. Closes `chunks` even if the file was not
 * read to its end.
 */
export async function readAudioApart(chunks: AsyncIterable<Uint8Array>, limits: WorkLimits = LIMITS): Promise<ReadFacts> {
  const iterator = chunks[Symbol.asyncIterator]();
  let failure: { error: unknown } | undefined;
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        failure = { error };
        // An error of our own class may not be transferable between threads.
        controller.close();
      }
    },
  });
  try {
    const facts = await runInWorker<AudioFacts>(new URL('audio-worker.ts', import.meta.url), { bytes: stream }, limits);
    if (failure) throw failure.error;
    return facts;
  } catch (error) {
    if (error instanceof ResourceLimitError) return { problem: 'too_costly' };
    throw error;
  } finally {
    void iterator.return?.();
  }
}

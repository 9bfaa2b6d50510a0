import { askThread, type ThreadLimits, TooCostly } from '../../platform/limited-thread.ts';
import type { PdfFacts } from './pdf-facts.ts';

/** What is in a PDF that somebody sent. Takes the bytes away from its caller. */
export type PdfReader = (bytes: Uint8Array<ArrayBuffer>) => Promise<PdfFacts>;

const LIMITS: ThreadLimits = { memoryBytes: 320 * 1024 ** 2, ms: 20_000 };

/** Reads in threads, one at a time. */
export function createPdfReader(limits: ThreadLimits = LIMITS): PdfReader {
  let last: Promise<unknown> = Promise.resolve();
  return (bytes) => {
    const turn = last.then(async (): Promise<PdfFacts> => {
      try {
        return await askThread<PdfFacts>(new URL('pdf-worker.ts', import.meta.url), { bytes }, limits);
      } catch (error) {
        if (error instanceof TooCostly) return { problem: 'too_costly' };
        throw error;
      }
    });
    last = turn.catch(() => undefined);
    return turn;
  };
}

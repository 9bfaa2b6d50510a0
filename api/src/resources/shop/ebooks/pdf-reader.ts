import { runInWorker } from '../../../platform/limited-thread.ts';
import { oneAtATime, PDF_LIMITS, ResourceLimitError, type WorkLimits } from '../../../platform/limited-work.ts';
import type { PdfFacts } from './pdf-facts.ts';

/** What is in a PDF that was uploaded. `read` is asked for it when its turn comes; throws what it throws. */
export type PdfReader = (read: () => Promise<Uint8Array<ArrayBuffer>>) => Promise<PdfFacts>;

/** Reads in threads, one at a time. */
export function createPdfReader(limits: WorkLimits = PDF_LIMITS): PdfReader {
  // Only admins send files here.
  const inTurn = oneAtATime(Number.POSITIVE_INFINITY);
  return (read) =>
    inTurn(async () => {
      try {
        return await runInWorker<PdfFacts>(new URL('pdf-worker.ts', import.meta.url), { bytes: await read() }, limits);
      } catch (error) {
        if (error instanceof ResourceLimitError) return { problem: 'too_costly' };
        throw error;
      }
    });
}

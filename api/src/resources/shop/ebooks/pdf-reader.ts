import { runInWorker } from '../../../platform/limited-thread.ts';
import { oneAtATime, PDF_LIMITS, ResourceLimitError, type WorkLimits } from '../../../platform/limited-work.ts';
import type { PdfFacts } from './pdf-facts.ts';

/** Returns the facts of an uploaded PDF. `read` is called when the PDF's turn comes, and its errors are passed on. */
export type PdfReader = (read: () => Promise<Uint8Array<ArrayBuffer>>) => Promise<PdfFacts>;

/** Creates a reader that checks PDFs in threads, one at a time. */
export function createPdfReader(limits: WorkLimits = PDF_LIMITS): PdfReader {
  // No limit on the queue, because only admins send files here.
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

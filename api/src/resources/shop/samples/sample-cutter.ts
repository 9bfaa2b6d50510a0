import type { SampleProblem } from '@site/shared/contracts/ebook-rules.ts';
import { runInWorker } from '../../../platform/limited-thread.ts';
import { oneAtATime, PDF_LIMITS, ResourceLimitError, type WorkLimits } from '../../../platform/limited-work.ts';
import type { CutSample, PageRange } from './cut-pdf.ts';

export type SampleWork = PageRange & { title: string };

/** The sample of a book's PDF, or why there can be none. */
export type SampleCutter = (
  pdf: Uint8Array<ArrayBuffer>,
  work: SampleWork,
) => Promise<CutSample | { problem: SampleProblem; message: string }>;

/** Cuts in threads, one at a time, so that hostile files do not keep the API from answering. */
export function createSampleCutter(limits: WorkLimits = PDF_LIMITS): SampleCutter {
  // Only the job asks, for one book after the other.
  const inTurn = oneAtATime(Number.POSITIVE_INFINITY);
  return (pdf, work) =>
    inTurn(async () => {
      try {
        return await runInWorker(new URL('sample-worker.ts', import.meta.url), { bytes: pdf, ...work }, limits);
      } catch (error) {
        return { problem: error instanceof ResourceLimitError ? 'too_costly' : 'damaged', message: String(error) };
      }
    });
}

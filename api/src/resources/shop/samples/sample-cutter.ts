import type { SampleProblem } from '@site/shared/contracts/ebook-rules.ts';
import { runInWorker } from '../../../platform/limited-thread.ts';
import { oneAtATime, PDF_LIMITS, ResourceLimitError, type WorkLimits } from '../../../platform/limited-work.ts';
import type { CutSample, PageRange } from './cut-pdf.ts';

export type SampleWork = PageRange & { title: string };

/** Cuts the sample of a book's PDF. Returns the problem when that is impossible. */
export type SampleCutter = (
  pdf: Uint8Array<ArrayBuffer>,
  work: SampleWork,
) => Promise<CutSample | { problem: SampleProblem; message: string }>;

/** Creates a cutter that works in threads, one at a time, so that hostile files cannot block the API. */
export function createSampleCutter(limits: WorkLimits = PDF_LIMITS): SampleCutter {
  // No limit on the queue, because only the job sends work, one book after another.
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

import type { Cue, TranscriptProblem } from '@site/shared/contracts/transcript-rules.ts';
import { AppError } from '../../../base/app-error.ts';
import { runInWorker } from '../../../platform/limited-thread.ts';
import { oneAtATime, ResourceLimitError } from '../../../platform/limited-work.ts';
import type { ParsedTranscript } from './parse-transcript.ts';

/** Parsing the largest file takes an idle processor less than a second. */
const LIMITS = { memoryBytes: 192 * 1024 ** 2, ms: 10_000 };
// The queue has no limit, because only admins send transcript files.
const inTurn = oneAtATime(Number.POSITIVE_INFINITY);

const refuse = (file: TranscriptProblem): AppError => new AppError('invalid_input', { fields: { file } });

/** Reads a file in a thread, and returns its captions. Throws `invalid_input` with the reason under `file`. */
export async function readTranscript(base64: string): Promise<Cue[]> {
  const parsed = await inTurn(async () => {
    const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
    try {
      return await runInWorker<ParsedTranscript>(new URL('transcript-worker.ts', import.meta.url), { bytes }, LIMITS);
    } catch (error) {
      throw error instanceof ResourceLimitError ? refuse('too_costly') : error;
    }
  });
  if ('problem' in parsed) throw refuse(parsed.problem);
  return parsed.cues;
}

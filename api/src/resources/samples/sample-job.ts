import { randomBytes } from 'node:crypto';
import { LARGEST_PDF, LARGEST_SAMPLE } from '@site/shared/contracts/ebook-rules.ts';
import type { Data } from '../../gateways/supabase/data.ts';
import type { Attempt } from '../../platform/attempt.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Log } from '../../platform/logger.ts';
import { type DueSample, expectSample, failSample, finishSample, listSamplesDue } from './sample.repository.ts';
import type { SampleCutter } from './sample-cutter.ts';

export const SAMPLES = 'samples';
/** How soon a sample is made; at once in the instance where it was asked for. */
const EVERY_S = 60;
/** Longer than one cut may take. */
const LEASE_S = 120;
const BATCH = 10;

type SampleDeps = { data: Data; log: Pick<Log, 'warn'>; cutter: SampleCutter };

export const samplesJob = (deps: SampleDeps): Job => ({
  name: SAMPLES,
  intervalSeconds: EVERY_S,
  leaseSeconds: LEASE_S,
  run: ({ keep, attempt }) => makeSamples(deps, keep, attempt),
});

/**
 * Makes the samples that are wanted. Each try has a file of its own, which belongs to no book until its last step, one transaction:
 * whatever is cut off is done again, and what it left is removed after a day.
 */
export async function makeSamples(deps: SampleDeps, keep: () => Promise<void>, attempt: Attempt): Promise<void> {
  for (;;) {
    const due = await listSamplesDue(deps.data, BATCH);
    if (due.length === 0) return;
    for (const sample of due) {
      await keep();
      await attempt(`${sample.ebook_id}:${sample.revision}`, sample.title, () => makeSample(deps, sample));
    }
  }
}

async function makeSample({ data, log, cutter }: SampleDeps, due: DueSample): Promise<void> {
  const file = await data.aboutPrivateFile(due.pdf_key);
  if (!file) return void (await failSample(data, due, 'missing'));
  if (file.size > LARGEST_PDF) return void (await failSample(data, due, 'too_large'));
  const cut = await cutter(await data.readPrivateFile(due.pdf_key), {
    firstPage: due.first_page,
    lastPage: due.last_page,
    title: due.title,
  });
  if ('problem' in cut) {
    log.warn({ ebookId: due.ebook_id, problem: cut.problem, message: cut.message }, 'no sample');
    return void (await failSample(data, due, cut.problem));
  }
  if (cut.pdf.length > LARGEST_SAMPLE) return void (await failSample(data, due, 'too_large'));
  // The address of a sample cannot be guessed before its book is in the shop, and no cache has another file by this name.
  const key = `samples/${due.ebook_id}.${randomBytes(6).toString('hex')}.pdf`;
  if (!(await expectSample(data, due, key))) return;
  await data.storePublicFile(key, 'application/pdf', cut.pdf);
  await finishSample(data, due, { key, pages: cut.pages, bytes: cut.pdf.length });
}

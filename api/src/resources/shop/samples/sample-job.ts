import { randomBytes } from 'node:crypto';
import { LARGEST_PDF, LARGEST_SAMPLE, type SampleProblem } from '@site/shared/contracts/ebook-rules.ts';
import * as v from 'valibot';
import type { Data } from '../../../gateways/supabase/data.ts';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import type { Attempt } from '../../../platform/attempt.ts';
import type { Job } from '../../../platform/jobs.ts';
import type { Log } from '../../../platform/logger.ts';
import type { SampleCutter } from './sample-cutter.ts';

export const SAMPLES = 'samples';
/** Seconds. The instance where the sample was requested starts the job at once. */
const EVERY_S = 60;
/** The lease of a sample, which is longer than cutting one sample may take. */
const LEASE_S = 120;
const BATCH = 10;

export const DueSamplesSchema = v.array(
  v.object({
    ...v.pick(tables.ebook_samples, ['ebook_id', 'revision', 'first_page', 'last_page']).entries,
    title: v.string(),
    /** Key of the book's PDF. */
    pdf_key: v.string(),
  }),
);

type SampleDeps = { data: Data; log: Pick<Log, 'warn'>; cutter: SampleCutter };

export const samplesJob = (deps: SampleDeps): Job => ({
  name: SAMPLES,
  intervalSeconds: EVERY_S,
  leaseSeconds: LEASE_S,
  run: ({ keep, attempt }) => makeSamples(deps, keep, attempt),
});

/**
 * Makes the requested samples. Each attempt stores a new file. Only the last step, one transaction, links it to the book. An interrupted
 * attempt is repeated, and its file is removed after a day.
 */
export async function makeSamples(deps: SampleDeps, keep: () => Promise<void>, attempt: Attempt): Promise<void> {
  for (;;) {
    const due = v.parse(DueSamplesSchema, await deps.data.sql.listSamplesDue({ limit: BATCH }));
    if (due.length === 0) return;
    for (const sample of due) {
      await keep();
      await attempt(`${sample.ebook_id}:${sample.revision}`, sample.title, () => makeSample(deps, sample));
    }
  }
}

async function makeSample({ data, log, cutter }: SampleDeps, due: v.InferOutput<typeof DueSamplesSchema>[number]): Promise<void> {
  const wanted = { ebookId: due.ebook_id, revision: due.revision };
  const fail = async (problem: SampleProblem) => void (await data.sql.failSample({ ...wanted, problem }));
  const file = await data.aboutPrivateFile(due.pdf_key);
  if (!file) return await fail('missing');
  if (file.size > LARGEST_PDF) return await fail('too_large');
  const cut = await cutter(await data.readPrivateFile(due.pdf_key), {
    firstPage: due.first_page,
    lastPage: due.last_page,
    title: due.title,
  });
  if ('problem' in cut) {
    log.warn({ ebookId: due.ebook_id, problem: cut.problem, message: cut.message }, 'sample not created');
    return await fail(cut.problem);
  }
  if (cut.pdf.length > LARGEST_SAMPLE) return await fail('too_large');
  // The random file name keeps people from guessing a sample's URL before the book is published. No cache holds an older file under a new
  // random name.
  const key = `samples/${due.ebook_id}.${randomBytes(6).toString('hex')}.pdf`;
  // The range may change at any time. It is therefore checked before and after the file is stored.
  if (!(await data.sql.expectSample({ ...wanted, key }))) return;
  await data.storePublicFile(key, 'application/pdf', cut.pdf);
  await data.sql.finishSample({ ...wanted, key, pages: cut.pages, bytes: cut.pdf.length });
}

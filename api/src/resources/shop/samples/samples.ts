import { adminSampleCalls } from '@site/shared/contracts/admin-ebooks.ts';
import { type SampleEmailRequestSchema, sampleCalls } from '@site/shared/contracts/samples.ts';
import type * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import { passesBotCheck } from '../../../platform/bot-check.ts';
import { answerInConstantTime } from '../../../platform/constant-time-answer.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { requestSubscription } from '../../writing/newsletter/newsletter.service.ts';
import { getAdminEbook } from '../ebooks/admin-ebooks.service.ts';
import { SAMPLES } from './sample-job.ts';

/**
 * Emails the link to a book's sample, at most once a day to each address. A reader who also wants the newsletter confirms it in a separate
 * email. Nobody else becomes a subscriber. Throws `not_found` for a book without a sample.
 */
async function writeSampleEmail(deps: Deps, ebookId: string, request: v.InferOutput<typeof SampleEmailRequestSchema>): Promise<void> {
  const { wantsNewsletter, email, locale } = request;
  const isPerson = passesBotCheck(request);
  const outcome = isPerson ? await deps.data.sql.askForSample({ ebookId, email, locale }) : 'not_found';
  deps.log.info({ ebookId, isPerson, outcome, wantsNewsletter }, 'sample requested');
  if (!isPerson) return;
  if (outcome === 'not_found') throw new AppError('not_found');
  if (outcome === 'written') deps.wakeMail();
  if (wantsNewsletter) await requestSubscription(deps, { ...request, source: 'sample' });
}

/** The calls for samples, which everybody may read. */
export const sampleHandlers = handle(
  { ...sampleCalls, ...adminSampleCalls },
  {
    'POST /api/ebooks/:id/sample-email': async ({ deps, params, body }) => {
      await answerInConstantTime(writeSampleEmail(deps, params.id, body));
      return { status: 'check_your_email' as const };
    },
    // A request with the same page range cuts the sample again. A null range removes the sample.
    'PUT /api/admin/ebooks/:id/sample': async ({ deps, sql, actor, params: { id }, body: { range } }) => {
      const pages = range && { first_page: range.firstPage, last_page: range.lastPage };
      const outcome = await sql.setEbookSample({ actor, id, range: pages });
      if (outcome === 'not_found') throw new AppError('not_found');
      if (outcome !== 'done') throw new AppError('invalid_input', { fields: { 'range.lastPage': String(outcome) } });
      if (range) deps.wakeJob(SAMPLES);
      return await getAdminEbook(deps, id);
    },
  },
);

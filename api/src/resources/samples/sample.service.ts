import type { AdminEbook, SetSampleSchema } from '@site/shared/contracts/admin-ebooks.ts';
import { EbookIdSchema } from '@site/shared/contracts/ebooks.ts';
import type { SampleLetterAnswerSchema, SampleLetterRequestSchema } from '@site/shared/contracts/samples.ts';
import * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import { passesBotCheck } from '../../platform/bot-check.ts';
import type { Deps } from '../../platform/deps.ts';
import { answerEvenly } from '../../platform/even-answer.ts';
import { getAdminEbook } from '../ebooks/admin-ebooks.service.ts';
import { requestSubscription } from '../newsletter/newsletter.service.ts';
import * as repository from './sample.repository.ts';
import { SAMPLES } from './sample-job.ts';

/**
 * Has a sample made of some pages of a book, also once more of the same; null takes away the one that there is. Throws `not_found`, and
 * `invalid_input` for pages that the book does not have, or when it has no others.
 */
export async function setEbookSample(
  { data, env, wakeJob }: Pick<Deps, 'data' | 'env' | 'wakeJob'>,
  actor: Actor,
  id: string,
  { range }: v.InferOutput<typeof SetSampleSchema>,
): Promise<AdminEbook> {
  if (!v.is(EbookIdSchema, id)) throw new AppError('not_found');
  const outcome = await repository.setEbookSample(data, actor, id, range);
  if (outcome === 'not_found') throw new AppError('not_found');
  if (outcome !== 'done') throw new AppError('invalid_input', { fields: { 'range.lastPage': outcome } });
  if (range) wakeJob(SAMPLES);
  return await getAdminEbook({ data, env }, id);
}

type LetterDeps = Pick<Deps, 'data' | 'env' | 'clock' | 'log' | 'wakeMail'>;
type LetterRequest = v.InferOutput<typeof SampleLetterRequestSchema>;

async function writeSampleLetter(deps: LetterDeps, id: string, request: LetterRequest): Promise<void> {
  const { wantsNewsletter, email, locale } = request;
  const isPerson = passesBotCheck(request);
  const outcome = isPerson && v.is(EbookIdSchema, id) ? await repository.askForSample(deps.data, id, email, locale) : 'not_found';
  deps.log.info({ ebookId: id, isPerson, outcome, wantsNewsletter }, 'sample asked for');
  if (!isPerson) return;
  if (outcome === 'not_found') throw new AppError('not_found');
  if (outcome === 'written') deps.wakeMail();
  if (wantsNewsletter) await requestSubscription(deps, { ...request, source: 'sample' });
}

/**
 * Sends the link to a book's sample, once a day to an address. A reader who wants the newsletter, too, confirms that by a mail of its own;
 * one who does not is no subscriber. The same answer to all. Throws `not_found` for a book without a sample.
 */
export async function askForSample(
  deps: LetterDeps,
  id: string,
  request: LetterRequest,
): Promise<v.InferOutput<typeof SampleLetterAnswerSchema>> {
  await answerEvenly(writeSampleLetter(deps, id, request));
  return { status: 'check_your_email' };
}

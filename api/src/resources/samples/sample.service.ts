import type { AdminEbook, SetSampleSchema } from '@site/shared/contracts/admin-ebooks.ts';
import { EbookIdSchema } from '@site/shared/contracts/ebooks.ts';
import * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { toAdminEbook } from '../ebooks/admin-ebooks.view.ts';
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
  if (outcome.outcome === 'not_found') throw new AppError('not_found');
  if (outcome.outcome !== 'done') throw new AppError('invalid_input', { fields: { 'range.lastPage': outcome.outcome } });
  if (range) wakeJob(SAMPLES);
  return toAdminEbook(outcome.ebook, env);
}

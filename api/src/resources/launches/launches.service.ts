import type { AdminEbook, SetLaunchSchema } from '@site/shared/contracts/admin-ebooks.ts';
import { EbookIdSchema } from '@site/shared/contracts/ebooks.ts';
import * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { toAdminEbook } from '../ebooks/admin-ebooks.view.ts';
import * as repository from './launches.repository.ts';

/**
 * Announces a book, moves its launch, or takes the announcement back. Throws `not_found`, `changed_meanwhile`, and `invalid_input` for a
 * moment that is past or too far ahead, and for a book that its buyers read already, or wait for.
 */
export async function setEbookLaunch(
  { data, env }: Pick<Deps, 'data' | 'env'>,
  actor: Actor,
  id: string,
  { revision, at, isSold }: v.InferOutput<typeof SetLaunchSchema>,
): Promise<AdminEbook> {
  if (!v.is(EbookIdSchema, id)) throw new AppError('not_found');
  const answer = await repository.setEbookLaunch(data, actor, { id, revision }, { at, isSold });
  switch (answer.outcome) {
    case 'done':
      return toAdminEbook(answer.ebook, env);
    case 'not_found':
    case 'changed_meanwhile':
      throw new AppError(answer.outcome);
    default:
      throw new AppError('invalid_input', { fields: { at: answer.outcome } });
  }
}

import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import type { AdminMessage, AdminMessageList, MessageState } from '@site/shared/contracts/admin-messages.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { cursorsOf, type PageStart } from '../../platform/page.ts';
import type { MessageRow } from './admin-messages.repository.ts';
import * as repository from './admin-messages.repository.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const toMessage = ({ created_at, ...row }: MessageRow): AdminMessage => ({ ...row, receivedAt: toInstant(created_at) });

/** What visitors wrote, newest first; without a state all but spam. */
export async function listMessages(
  { data }: Pick<Deps, 'data'>,
  filters: { words: string; state: MessageState | null },
  start: PageStart,
): Promise<AdminMessageList> {
  const { messages, more } = await repository.listMessages(data, filters, start, ADMIN_PAGE_SIZE);
  return { messages: messages.map(toMessage), ...cursorsOf(messages, more, start, (row) => ({ at: row.created_at, id: row.id })) };
}

/** Throws `not_found`, and `changed_meanwhile` when another admin marked it otherwise. */
export async function markMessage(
  { data }: Pick<Deps, 'data'>,
  actor: Actor,
  id: string,
  change: { state: MessageState; previousState: MessageState },
): Promise<AdminMessage> {
  const marked = UUID.test(id) ? await repository.markMessage(data, actor, id, change) : null;
  if (!marked) throw new AppError('not_found');
  if (marked.outcome === 'changed') throw new AppError('changed_meanwhile');
  return toMessage(marked.message);
}

import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import type {
  AdminMessage,
  AdminMessageList,
  AssigneesSchema,
  AssignMessageSchema,
  MessageState,
  ReplySchema,
  SavedAnswersSchema,
} from '@site/shared/contracts/admin-messages.ts';
import type { InferOutput } from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { cursorsOf, type PageStart } from '../../platform/page.ts';
import { requireUuid } from '../../platform/require-uuid.ts';
import { type ContentDeps, getContent } from '../content/content.service.ts';
import * as repository from './admin-messages.repository.ts';
import { toMessage } from './admin-messages.view.ts';

/** What visitors wrote, newest first; without a state all but spam; of one member's, or all. */
export async function listMessages(
  { data }: Pick<Deps, 'data'>,
  filters: { words: string; state: MessageState | null; assignedTo: string | null },
  start: PageStart,
): Promise<AdminMessageList> {
  const { messages, more } = await repository.listMessages(data, filters, start, ADMIN_PAGE_SIZE);
  return { messages: messages.map(toMessage), ...cursorsOf(messages, more, start, (row) => ({ at: row.created_at, id: row.id })) };
}

/** Those of the team who can see to messages. */
export const listAssignees = async ({ data }: Pick<Deps, 'data'>): Promise<InferOutput<typeof AssigneesSchema>> => ({
  assignees: await repository.listAssignees(data),
});

/**
 * Says who sees to a message; an assignee chosen by another admin is told by letter. Throws `not_found`, and `changed_meanwhile` when
 * another admin chose another assignee, or when the one chosen left the team or reads no messages any more.
 */
export async function assignMessage(
  { data, wakeMail }: Pick<Deps, 'data' | 'wakeMail'>,
  actor: Actor,
  id: string,
  change: InferOutput<typeof AssignMessageSchema>,
): Promise<AdminMessage> {
  const assigned = await repository.assignMessage(data, actor, requireUuid(id), change);
  if (!assigned) throw new AppError('not_found');
  if (assigned.outcome === 'changed') throw new AppError('changed_meanwhile');
  wakeMail();
  return toMessage(assigned.message);
}

/** Throws `not_found`, and `changed_meanwhile` when another admin marked it otherwise. */
export async function markMessage(
  { data }: Pick<Deps, 'data'>,
  actor: Actor,
  id: string,
  change: { state: MessageState; previousState: MessageState },
): Promise<AdminMessage> {
  const marked = await repository.markMessage(data, actor, requireUuid(id), change);
  if (!marked) throw new AppError('not_found');
  if (marked.outcome === 'changed') throw new AppError('changed_meanwhile');
  return toMessage(marked.message);
}

/**
 * Answers a message by a letter that waits to be undone. Throws `not_found`, `changed_meanwhile` when there is an answer that the admin has
 * not seen, and `attempt_reused`.
 */
export async function replyToMessage(
  { data }: Pick<Deps, 'data'>,
  actor: Actor,
  id: string,
  reply: InferOutput<typeof ReplySchema>,
): Promise<AdminMessage> {
  const replied = await repository.replyToMessage(data, actor, requireUuid(id), reply);
  if (!replied) throw new AppError('not_found');
  if (replied.outcome === 'changed') throw new AppError('changed_meanwhile');
  if (replied.outcome === 'attempt_reused') throw new AppError('attempt_reused');
  return toMessage(replied.message);
}

/** Takes a reply back. Throws `not_found`, and `already_sent` when its letter was given to the mail server. */
export async function undoReply({ data }: Pick<Deps, 'data'>, actor: Actor, id: string, replyId: string): Promise<AdminMessage> {
  const undone = await repository.undoReply(data, actor, requireUuid(id), requireUuid(replyId));
  if (!undone) throw new AppError('not_found');
  if (undone.outcome === 'sent') throw new AppError('already_sent');
  return toMessage(undone.message);
}

/** How many of these messages became spam. */
export const markSpam = async ({ data }: Pick<Deps, 'data'>, actor: Actor, ids: readonly string[]): Promise<{ marked: number }> => ({
  marked: await repository.markSpam(data, actor, ids),
});

/** Removes a message, what was answered and every copy of both. Throws `not_found`. */
export async function deleteMessage({ data }: Pick<Deps, 'data'>, actor: Actor, id: string): Promise<void> {
  if (!(await repository.deleteMessage(data, actor, requireUuid(id)))) throw new AppError('not_found');
}

/** What replies can begin with, in both languages. */
export async function listSavedAnswers(deps: ContentDeps): Promise<InferOutput<typeof SavedAnswersSchema>> {
  const { saved_answers } = await getContent(deps, 'saved_answers');
  return { answers: saved_answers.items };
}

import type { MessageState } from '@site/shared/contracts/admin-messages.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../platform/actor.ts';
import { type PageStart, pageArgs } from '../../platform/page.ts';
import { MessageRowSchema } from './message-row.ts';

const PageSchema = v.object({ messages: v.array(MessageRowSchema), more: v.boolean() });

export const listMessages = (
  data: Data,
  { words, state, assignedTo }: { words: string; state: MessageState | null; assignedTo: string | null },
  start: PageStart,
  size: number,
): Promise<v.InferOutput<typeof PageSchema>> =>
  data.call('list_messages', { p_words: words, p_state: state, p_assigned_to: assignedTo, ...pageArgs(start, size) }, PageSchema);

const AssigneesSchema = v.array(v.pick(tables.team, ['uid', 'email']));

/** Those of the team who can see to messages. */
export const listAssignees = (data: Data): Promise<v.InferOutput<typeof AssigneesSchema>> =>
  data.call('list_assignees', {}, AssigneesSchema);

const AssignedSchema = v.nullable(
  v.variant('outcome', [
    v.object({ outcome: v.literal('assigned'), message: MessageRowSchema }),
    v.object({ outcome: v.literal('changed') }),
  ]),
);

export const assignMessage = (
  data: Data,
  actor: Actor,
  id: string,
  { uid, previousUid }: { uid: string | null; previousUid: string | null },
): Promise<v.InferOutput<typeof AssignedSchema>> =>
  data.call('assign_message', { p_actor: actor, p_id: id, p_uid: uid, p_previous_uid: previousUid }, AssignedSchema);

const MarkedSchema = v.nullable(
  v.variant('outcome', [
    v.object({ outcome: v.literal('marked'), message: MessageRowSchema }),
    v.object({ outcome: v.literal('changed') }),
  ]),
);

export const markMessage = (
  data: Data,
  actor: Actor,
  id: string,
  { state, previousState }: { state: MessageState; previousState: MessageState },
): Promise<v.InferOutput<typeof MarkedSchema>> =>
  data.call('mark_message', { p_actor: actor, p_id: id, p_state: state, p_previous_state: previousState }, MarkedSchema);

const RepliedSchema = v.nullable(
  v.variant('outcome', [
    v.object({ outcome: v.literal('replied'), message: MessageRowSchema }),
    v.object({ outcome: v.literal('changed') }),
    v.object({ outcome: v.literal('attempt_reused') }),
  ]),
);

export const replyToMessage = (
  data: Data,
  actor: Actor,
  id: string,
  { attemptId, body, lastReplyId }: { attemptId: string; body: string; lastReplyId: string | null },
): Promise<v.InferOutput<typeof RepliedSchema>> =>
  data.call(
    'reply_to_message',
    { p_actor: actor, p_id: id, p_attempt_id: attemptId, p_body: body, p_last_reply_id: lastReplyId },
    RepliedSchema,
  );

const UndoneSchema = v.nullable(
  v.variant('outcome', [v.object({ outcome: v.literal('undone'), message: MessageRowSchema }), v.object({ outcome: v.literal('sent') })]),
);

export const undoReply = (data: Data, actor: Actor, messageId: string, replyId: string): Promise<v.InferOutput<typeof UndoneSchema>> =>
  data.call('undo_reply', { p_actor: actor, p_message_id: messageId, p_reply_id: replyId }, UndoneSchema);

/** How many of them were not spam before. */
export const markSpam = (data: Data, actor: Actor, ids: readonly string[]): Promise<number> =>
  data.call('mark_spam', { p_actor: actor, p_ids: [...ids] }, v.number());

/** False when there is no such message. */
export const deleteMessage = (data: Data, actor: Actor, id: string): Promise<boolean> =>
  data.call('delete_message', { p_actor: actor, p_id: id }, v.boolean());

import type { MessageState } from '@site/shared/contracts/admin-messages.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../platform/actor.ts';
import { type PageStart, pageArgs } from '../../platform/page.ts';

const MessageRowSchema = v.pick(tables.contact_messages, [
  'id',
  'number',
  'name',
  'email',
  'subject',
  'message',
  'locale',
  'state',
  'created_at',
]);
export type MessageRow = v.InferOutput<typeof MessageRowSchema>;

const PageSchema = v.object({ messages: v.array(MessageRowSchema), more: v.boolean() });

export const listMessages = (
  data: Data,
  { words, state }: { words: string; state: MessageState | null },
  start: PageStart,
  size: number,
): Promise<v.InferOutput<typeof PageSchema>> =>
  data.call('list_messages', { p_words: words, p_state: state, ...pageArgs(start, size) }, PageSchema);

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

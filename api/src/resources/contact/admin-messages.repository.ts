import { MESSAGE_STATES, type MessageState } from '@site/shared/contracts/admin-messages.ts';
import { CONTACT_SUBJECTS } from '@site/shared/contracts/form-rules.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import type { Actor } from '../../platform/actor.ts';
import type { PageStart } from '../../platform/page.ts';

const MessageRowSchema = v.object({
  id: v.string(),
  number: v.number(),
  name: v.string(),
  email: v.string(),
  subject: v.picklist(CONTACT_SUBJECTS),
  message: v.string(),
  locale: v.picklist(LOCALES),
  state: v.picklist(MESSAGE_STATES),
  created_at: v.string(),
});
export type MessageRow = v.InferOutput<typeof MessageRowSchema>;

const PageSchema = v.object({ messages: v.array(MessageRowSchema), more: v.boolean() });

export const listMessages = (
  data: Data,
  { words, state }: { words: string; state: MessageState | null },
  { position, isBackwards }: PageStart,
  size: number,
): Promise<v.InferOutput<typeof PageSchema>> =>
  data.call(
    'list_messages',
    {
      p_words: words,
      p_state: state,
      p_at: position?.at ?? null,
      p_id: position?.id ?? null,
      p_is_backwards: isBackwards,
      p_size: size,
    },
    PageSchema,
  );

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

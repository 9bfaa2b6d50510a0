import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LocaleSchema } from '../texts/locales.ts';
import { listFilters, pageCursors, pageQuery } from './admin-lists.ts';
import { CONTACT_SUBJECTS } from './form-rules.ts';

export const MESSAGE_STATES = ['new', 'answered', 'spam'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** `q`: part of a name, an e-mail or a message. Without a state, all but spam. */
export const AdminMessageListQuerySchema = v.object({ ...listFilters(MESSAGE_STATES), ...pageQuery });

/** What a visitor wrote with the contact form. */
export const AdminMessageSchema = v.object({
  id: v.string(),
  /** What people quote. */
  number: v.number(),
  name: v.string(),
  email: v.string(),
  subject: v.picklist(CONTACT_SUBJECTS),
  message: v.string(),
  locale: LocaleSchema,
  state: v.picklist(MESSAGE_STATES),
  receivedAt: InstantSchema,
});
export type AdminMessage = v.InferOutput<typeof AdminMessageSchema>;

export const AdminMessageListSchema = v.object({ messages: v.array(AdminMessageSchema), ...pageCursors });
export type AdminMessageList = v.InferOutput<typeof AdminMessageListSchema>;

/** `previousState` is what the admin saw; when another admin marked it otherwise meanwhile: `changed_meanwhile`. */
export const MarkMessageSchema = v.object({ state: v.picklist(MESSAGE_STATES), previousState: v.picklist(MESSAGE_STATES) });

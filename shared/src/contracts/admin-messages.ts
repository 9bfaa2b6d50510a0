import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LOCALES, LocaleSchema } from '../texts/locales.ts';
import { ADMIN_PAGE_SIZE, listFilters, pageCursors, pageQuery } from './admin-lists.ts';
import { type Calls, TEXT_BYTES } from './calls.ts';
import { CONTACT_SUBJECTS } from './form-rules.ts';
import { createLinesSchema, createTokenSchema } from './text.ts';

/** Words in both languages. */
const textIn = v.object({ [LOCALES[0]]: v.string(), [LOCALES[1]]: v.string() });

export const MESSAGE_STATES = ['new', 'answered', 'closed', 'spam'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** `q`: part of a name, an e-mail or a message. Without a state, all but spam. `of`: only those that the caller sees to. */
export const AdminMessageListQuerySchema = v.object({ ...listFilters(MESSAGE_STATES), of: v.optional(v.literal('me')), ...pageQuery });

/** Someone of the team who can see to messages. */
const AssigneeSchema = v.object({ uid: v.string(), email: v.string() });
export const AssigneesSchema = v.object({ assignees: v.array(AssigneeSchema) });

const UidSchema = v.nullable(createTokenSchema(128));
/** Null: no one. `previousUid` is what the admin saw; when another member was chosen meanwhile: `changed_meanwhile`. */
export const AssignMessageSchema = v.object({ uid: UidSchema, previousUid: UidSchema });

/** An answer by mail. `queued` until the mail server takes it; `failed`: the mailbox refuses it. */
export const MessageReplySchema = v.object({
  id: v.string(),
  body: v.string(),
  /** The admin's address. */
  by: v.string(),
  at: InstantSchema,
  state: v.picklist(['queued', 'sent', 'failed']),
  /** For how many seconds it can still be taken back; zero when it cannot. */
  undoSeconds: v.number(),
});
export type MessageReply = v.InferOutput<typeof MessageReplySchema>;

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
  /** The assignee; null: no one yet. */
  assignee: v.nullable(AssigneeSchema),
  /** Oldest first. */
  replies: v.array(MessageReplySchema),
});
export type AdminMessage = v.InferOutput<typeof AdminMessageSchema>;

export const AdminMessageListSchema = v.object({ messages: v.array(AdminMessageSchema), ...pageCursors });
export type AdminMessageList = v.InferOutput<typeof AdminMessageListSchema>;

/** `previousState` is what the admin saw; when another admin marked it otherwise meanwhile: `changed_meanwhile`. */
export const MarkMessageSchema = v.object({ state: v.picklist(MESSAGE_STATES), previousState: v.picklist(MESSAGE_STATES) });

/** Longest reply, in bytes. */
export const MAX_REPLY_BYTES = 51_200;

/**
 * `attemptId` is made when the reply is begun: the same one is never sent twice. `lastReplyId` is the newest reply that the admin saw, null
 * for none; when there is another one: `changed_meanwhile`.
 */
export const ReplySchema = v.object({
  attemptId: v.pipe(v.string(), v.uuid('invalid')),
  body: v.pipe(createLinesSchema(MAX_REPLY_BYTES), v.maxBytes(MAX_REPLY_BYTES, 'too_long')),
  lastReplyId: v.nullable(v.pipe(v.string(), v.uuid('invalid'))),
});

export const MarkSpamSchema = v.object({
  ids: v.pipe(v.array(v.pipe(v.string(), v.uuid('invalid'))), v.minLength(1, 'required'), v.maxLength(ADMIN_PAGE_SIZE)),
});
export const MarkedSpamSchema = v.object({ marked: v.number() });

/** `GET /api/admin/saved-answers`: texts to begin a reply with, by the language of the message. */
export const SavedAnswersSchema = v.object({
  answers: v.array(v.object({ id: v.string(), title: textIn, text: textIn })),
});

const params = { id: v.pipe(v.string(), v.uuid()) };
const ofReply = { id: params.id, replyId: params.id };

export const messageCalls = {
  'GET /api/admin/messages': { who: 'people', query: AdminMessageListQuerySchema, answer: AdminMessageListSchema },
  'PUT /api/admin/messages/:id/state': { who: 'people', params, body: MarkMessageSchema, answer: AdminMessageSchema },
  'PUT /api/admin/messages/:id/assignee': { who: 'people', params, body: AssignMessageSchema, answer: AdminMessageSchema },
  /** Those of the team who can see to messages. */
  'GET /api/admin/message-assignees': { who: 'people', answer: AssigneesSchema },
  'POST /api/admin/messages/spam': { who: 'people', body: MarkSpamSchema, answer: MarkedSpamSchema },
  /** The message goes with its replies and every copy of both. */
  'DELETE /api/admin/messages/:id': { who: 'people', params, answer: v.null() },
  /** A letter that waits to be undone. */
  'POST /api/admin/messages/:id/replies': {
    who: 'people',
    params,
    body: ReplySchema,
    bodyBytes: TEXT_BYTES,
    answer: AdminMessageSchema,
  },
  'DELETE /api/admin/messages/:id/replies/:replyId': { who: 'people', params: ofReply, answer: AdminMessageSchema },
  'GET /api/admin/saved-answers': { who: 'people', answer: SavedAnswersSchema },
} as const satisfies Calls;

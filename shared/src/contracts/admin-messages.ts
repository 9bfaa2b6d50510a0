import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LOCALES, LocaleSchema } from '../texts/locales.ts';
import { ADMIN_PAGE_SIZE, listFilters, pageCursors, pageQuery } from './admin-lists.ts';
import { type Calls, TEXT_BYTES } from './calls.ts';
import { CONTACT_SUBJECTS } from './form-rules.ts';
import { createLinesSchema, createTokenSchema } from './text.ts';

/** The schema of a text in both languages. */
const textIn = v.object({ [LOCALES[0]]: v.string(), [LOCALES[1]]: v.string() });

export const MESSAGE_STATES = ['new', 'answered', 'closed', 'spam'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** `q`: part of a name, an email address or a message. Without a state: all messages except spam. `of`: only the caller's own messages. */
export const AdminMessageListQuerySchema = v.object({ ...listFilters(MESSAGE_STATES), of: v.optional(v.literal('me')), ...pageQuery });

/** A member of the team who may handle messages. */
const AssigneeSchema = v.object({ uid: v.string(), email: v.string() });
export const AssigneesSchema = v.object({ assignees: v.array(AssigneeSchema) });

const UidSchema = v.nullable(createTokenSchema(128));
/** `uid` null: nobody. `previousUid`: the assignee that the admin saw. If the assignee changed meanwhile: `changed_meanwhile`. */
export const AssignMessageSchema = v.object({ uid: UidSchema, previousUid: UidSchema });

/** A reply by email. `queued`: not accepted by the mail server yet. `failed`: the mailbox rejects it. */
export const MessageReplySchema = v.object({
  id: v.string(),
  body: v.string(),
  /** The email address of the admin who replied. */
  by: v.string(),
  at: InstantSchema,
  state: v.picklist(['queued', 'sent', 'failed']),
  /** Seconds during which the reply can still be undone; zero if it cannot. */
  undoSeconds: v.number(),
});
export type MessageReply = v.InferOutput<typeof MessageReplySchema>;

/** A visitor's message from the contact form. */
export const AdminMessageSchema = v.object({
  id: v.string(),
  /** The message's number, which people quote. */
  number: v.number(),
  name: v.string(),
  email: v.string(),
  subject: v.picklist(CONTACT_SUBJECTS),
  message: v.string(),
  locale: LocaleSchema,
  state: v.picklist(MESSAGE_STATES),
  receivedAt: InstantSchema,
  /** The member of the team who handles the message. Null if nobody does. */
  assignee: v.nullable(AssigneeSchema),
  /** The replies to the message, oldest first. */
  replies: v.array(MessageReplySchema),
});
export type AdminMessage = v.InferOutput<typeof AdminMessageSchema>;

export const AdminMessageListSchema = v.object({ messages: v.array(AdminMessageSchema), ...pageCursors });
export type AdminMessageList = v.InferOutput<typeof AdminMessageListSchema>;

/** `previousState`: the state that the admin saw. If another admin changed it meanwhile: `changed_meanwhile`. */
export const MarkMessageSchema = v.object({ state: v.picklist(MESSAGE_STATES), previousState: v.picklist(MESSAGE_STATES) });

/** Longest reply to a message, in bytes. */
export const MAX_REPLY_BYTES = 51_200;

/**
 * `attemptId` is created when the reply is begun; a reply with the same id is never sent twice. `lastReplyId`: the newest reply that the
 * admin saw, or null. If there is a newer one: `changed_meanwhile`.
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

/** `GET /api/admin/saved-answers`: texts that a reply can begin with, by the message's language. */
export const SavedAnswersSchema = v.object({
  answers: v.array(v.object({ id: v.string(), title: textIn, text: textIn })),
});

const params = { id: v.pipe(v.string(), v.uuid()) };
const ofReply = { id: params.id, replyId: params.id };

export const messageCalls = {
  'GET /api/admin/messages': { who: 'people', query: AdminMessageListQuerySchema, answer: AdminMessageListSchema },
  'PUT /api/admin/messages/:id/state': { who: 'people', params, body: MarkMessageSchema, answer: AdminMessageSchema },
  'PUT /api/admin/messages/:id/assignee': { who: 'people', params, body: AssignMessageSchema, answer: AdminMessageSchema },
  /** Lists the members of the team who may handle messages. */
  'GET /api/admin/message-assignees': { who: 'people', answer: AssigneesSchema },
  'POST /api/admin/messages/spam': { who: 'people', body: MarkSpamSchema, answer: MarkedSpamSchema },
  /** Deletes a message, its replies and every copy of these texts. */
  'DELETE /api/admin/messages/:id': { who: 'people', params, answer: v.null() },
  /** Queues a reply by email, which the admin can undo for some seconds. */
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

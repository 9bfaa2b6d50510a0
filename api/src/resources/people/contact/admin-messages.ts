import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import { type AdminMessage, AssigneesSchema, messageCalls } from '@site/shared/contracts/admin-messages.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Json } from '../../../gateways/supabase/sql-types.ts';
import { handle } from '../../../platform/handle.ts';
import { cursorsOf, pageOf, pageStartOf } from '../../../platform/page.ts';
import { getContent } from '../../site/content/content.service.ts';
import { toMessage } from './admin-messages.view.ts';
import { MessageRowSchema } from './message-row.ts';

const PageSchema = v.object({ messages: v.array(MessageRowSchema), more: v.boolean() });
const readMessage = (row: Json): AdminMessage => toMessage(v.parse(MessageRowSchema, row));

export const messageHandlers = handle(messageCalls, {
  'GET /api/admin/messages': async ({ sql, caller, query: { q, state = null, of, ...at } }) => {
    const start = pageStartOf(at, 'uuid');
    const filters = { words: q, state, assignedTo: of === 'me' ? caller.uid : null };
    const { messages, more } = v.parse(PageSchema, await sql.listMessages({ ...filters, ...pageOf(start, ADMIN_PAGE_SIZE) }));
    return { messages: messages.map(toMessage), ...cursorsOf(messages, more, start, (row) => ({ at: row.created_at, id: row.id })) };
  },
  'PUT /api/admin/messages/:id/state': async ({ sql, actor, params, body }) =>
    readMessage(await sql.markMessage({ actor, ...params, ...body })),
  // The database queues an email to an assignee whom another admin chose.
  'PUT /api/admin/messages/:id/assignee': async ({ deps, sql, actor, params, body }) => {
    const message = readMessage(await sql.assignMessage({ actor, ...params, ...body }));
    deps.wakeMail();
    return message;
  },
  'GET /api/admin/message-assignees': async ({ sql }) => ({
    assignees: v.parse(AssigneesSchema.entries.assignees, await sql.listAssignees()),
  }),
  'POST /api/admin/messages/spam': async ({ sql, actor, body }) => ({
    marked: v.parse(v.number(), await sql.markSpam({ actor, ...body })),
  }),
  'DELETE /api/admin/messages/:id': async ({ sql, actor, params }) => {
    if (!(await sql.deleteMessage({ actor, ...params }))) throw new AppError('not_found');
    return null;
  },
  'POST /api/admin/messages/:id/replies': async ({ sql, actor, params, body }) =>
    readMessage(await sql.replyToMessage({ actor, ...params, ...body })),
  'DELETE /api/admin/messages/:id/replies/:replyId': async ({ sql, actor, params: { id, replyId } }) =>
    readMessage(await sql.undoReply({ actor, messageId: id, replyId })),
  'GET /api/admin/saved-answers': async ({ deps }) => {
    const { saved_answers } = await getContent(deps, 'saved_answers');
    return { answers: saved_answers.items };
  },
});

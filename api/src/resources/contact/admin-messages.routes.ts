import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { bodyOf, newRouter, queryOf } from '../../platform/http.ts';
import { pageStartOf } from '../../platform/page.ts';
import {
  assignMessage,
  deleteMessage,
  listAssignees,
  listMessages,
  listSavedAnswers,
  markMessage,
  markSpam,
  replyToMessage,
  undoReply,
} from './admin-messages.service.ts';

export const adminMessagesRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/messages', async (c) => {
      const { q, state = null, of, ...page } = queryOf(c, 'GET /api/admin/messages');
      const assignedTo = of === 'me' ? c.get('caller').uid : null;
      return c.json(await listMessages(c.get('deps'), { words: q, state, assignedTo }, pageStartOf(page, 'uuid')));
    })
    .put('/api/admin/messages/:id/state', async (c) => {
      const change = await bodyOf(c, 'PUT /api/admin/messages/:id/state');
      return c.json(await markMessage(c.get('deps'), actorOf(c), c.req.param('id'), change));
    })
    .put('/api/admin/messages/:id/assignee', async (c) => {
      const change = await bodyOf(c, 'PUT /api/admin/messages/:id/assignee');
      return c.json(await assignMessage(c.get('deps'), actorOf(c), c.req.param('id'), change));
    })
    .get('/api/admin/message-assignees', async (c) => c.json(await listAssignees(c.get('deps'))))
    .post('/api/admin/messages/spam', async (c) => {
      const { ids } = await bodyOf(c, 'POST /api/admin/messages/spam');
      return c.json(await markSpam(c.get('deps'), actorOf(c), ids));
    })
    .delete('/api/admin/messages/:id', async (c) => {
      await deleteMessage(c.get('deps'), actorOf(c), c.req.param('id'));
      return c.body(null, 204);
    })
    .post('/api/admin/messages/:id/replies', async (c) => {
      const reply = await bodyOf(c, 'POST /api/admin/messages/:id/replies');
      return c.json(await replyToMessage(c.get('deps'), actorOf(c), c.req.param('id'), reply));
    })
    .delete('/api/admin/messages/:id/replies/:replyId', async (c) =>
      c.json(await undoReply(c.get('deps'), actorOf(c), c.req.param('id'), c.req.param('replyId'))),
    )
    .get('/api/admin/saved-answers', async (c) => c.json(await listSavedAnswers(c.get('deps'))));

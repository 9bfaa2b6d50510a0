import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { bodyOf, newRouter } from '../../platform/http.ts';
import { listOwnerTasks, snoozeTask } from './tasks.service.ts';

/** What waits for the owner. */
export const tasksRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/tasks', async (c) => c.json(await listOwnerTasks(c.get('deps'), c.get('caller'))))
    .put('/api/admin/task-snoozes', async (c) =>
      c.json(await snoozeTask(c.get('deps'), c.get('caller'), actorOf(c), await bodyOf(c, 'PUT /api/admin/task-snoozes'))),
    );

import { type Tasks, taskCalls, taskPermissions } from '@site/shared/contracts/admin-tasks.ts';
import * as v from 'valibot';
import { requirePermission } from '../../../platform/access.ts';
import type { Caller } from '../../../platform/auth.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { TaskListSchema, toTasks } from './tasks.view.ts';

/** Returns the open tasks that concern the caller. A task disappears with its cause and cannot be ticked off. */
async function listOwnerTasks({ data, liveSettings }: Pick<Deps, 'data' | 'liveSettings'>, { permissions }: Caller): Promise<Tasks> {
  const { channelId, timeZone } = await liveSettings.get();
  const tasks = await data.sql.listOwnerTasks({ hasChannel: channelId !== null, zone: timeZone });
  return toTasks(v.parse(TaskListSchema, tasks), permissions);
}

export const taskHandlers = handle(taskCalls, {
  'GET /api/admin/tasks': ({ deps, caller }) => listOwnerTasks(deps, caller),
  // Snoozes the task for every admin whom it concerns.
  'PUT /api/admin/task-snoozes': async ({ deps, sql, caller, actor, body }) => {
    requirePermission(caller, taskPermissions[body.kind]);
    await sql.snoozeTask({ actor, ...body, zone: (await deps.liveSettings.get()).timeZone });
    return await listOwnerTasks(deps, caller);
  },
});

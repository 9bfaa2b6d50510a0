import { type SnoozeTaskSchema, type Tasks, taskPermissions } from '@site/shared/contracts/admin-tasks.ts';
import type * as v from 'valibot';
import { requirePermission } from '../../platform/access.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Caller } from '../../platform/auth.ts';
import type { Deps } from '../../platform/deps.ts';
import * as repository from './tasks.repository.ts';
import { toTasks } from './tasks.view.ts';

type TaskDeps = Pick<Deps, 'data' | 'liveSettings'>;

/** What waits for the owner now and concerns the caller. A task goes with its cause, and is never ticked off. */
export async function listOwnerTasks({ data, liveSettings }: TaskDeps, { permissions }: Pick<Caller, 'permissions'>): Promise<Tasks> {
  const { channelId, timeZone } = await liveSettings.get();
  return toTasks(await repository.listOwnerTasks(data, channelId !== null, timeZone), permissions);
}

/** Puts a task off for every admin whom it concerns, or takes that back. Throws `forbidden` when it does not concern the caller. */
export async function snoozeTask(
  deps: TaskDeps,
  caller: Caller,
  actor: Actor,
  snooze: v.InferOutput<typeof SnoozeTaskSchema>,
): Promise<Tasks> {
  requirePermission(caller, taskPermissions[snooze.kind]);
  await repository.snoozeTask(deps.data, actor, snooze, (await deps.liveSettings.get()).timeZone);
  return await listOwnerTasks(deps, caller);
}

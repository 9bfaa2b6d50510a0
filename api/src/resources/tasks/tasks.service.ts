import type { SnoozeTaskSchema, Tasks } from '@site/shared/contracts/admin-tasks.ts';
import type * as v from 'valibot';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import * as repository from './tasks.repository.ts';
import { toTasks } from './tasks.view.ts';

type TaskDeps = Pick<Deps, 'data' | 'env'>;

/** What waits for the owner now. A task goes with its cause; nobody ticks it off. */
export async function listOwnerTasks({ data, env }: TaskDeps): Promise<Tasks> {
  return toTasks(await repository.listOwnerTasks(data, env.YOUTUBE_CHANNEL_ID !== undefined, env.SITE_TIME_ZONE));
}

/** Puts a task off for everybody who sees it, or takes that back. */
export async function snoozeTask(deps: TaskDeps, actor: Actor, snooze: v.InferOutput<typeof SnoozeTaskSchema>): Promise<Tasks> {
  await repository.snoozeTask(deps.data, actor, snooze, deps.env.SITE_TIME_ZONE);
  return await listOwnerTasks(deps);
}

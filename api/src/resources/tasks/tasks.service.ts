import type { SnoozeTaskSchema, TaskKind, Tasks } from '@site/shared/contracts/admin-tasks.ts';
import type { Permission } from '@site/shared/contracts/team.ts';
import type * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Caller } from '../../platform/auth.ts';
import type { Deps } from '../../platform/deps.ts';
import * as repository from './tasks.repository.ts';
import { toTasks } from './tasks.view.ts';

type TaskDeps = Pick<Deps, 'data' | 'env'>;

type Permitted = Pick<Caller, 'permissions'>;

/** Who can do something about it, and may open where it leads. */
const concerned: Readonly<Record<TaskKind, Permission>> = {
  dispute: 'people',
  refund_request: 'people',
  message: 'people',
  undelivered_order: 'people',
  failed_refund: 'people',
  paid_twice: 'people',
  disputes_unread: 'people',
  ebook_draft: 'content',
  unstamped_book: 'content',
  stuck_mail: 'site',
  payments_unread: 'site',
  channel_unread: 'site',
};

/** What waits now for who may do it. A task goes with its cause; nobody ticks it off. */
export async function listOwnerTasks({ data, env }: TaskDeps, { permissions }: Permitted): Promise<Tasks> {
  const list = await repository.listOwnerTasks(data, env.YOUTUBE_CHANNEL_ID !== undefined, env.SITE_TIME_ZONE);
  return toTasks(list, (kind) => permissions.includes(concerned[kind]));
}

/** Puts a task off for everybody who sees it, or takes that back. Throws `forbidden` for one that the caller does not see. */
export async function snoozeTask(
  deps: TaskDeps,
  caller: Permitted,
  actor: Actor,
  snooze: v.InferOutput<typeof SnoozeTaskSchema>,
): Promise<Tasks> {
  if (!caller.permissions.includes(concerned[snooze.kind])) throw new AppError('forbidden');
  await repository.snoozeTask(deps.data, actor, snooze, deps.env.SITE_TIME_ZONE);
  return await listOwnerTasks(deps, caller);
}

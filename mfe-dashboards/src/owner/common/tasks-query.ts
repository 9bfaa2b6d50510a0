import type { SNOOZED_KINDS, SNOOZES } from '@site/shared/contracts/admin-tasks.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../signed-in/own-query.ts';

const ASK_EVERY_MS = 60_000;
/** The side panel has just loaded the tasks. For this time, in milliseconds, a page that opens uses them without loading them again. */
const FRESH_MS = 5_000;

/**
 * Loads the owner's tasks. They are reloaded when the window gets the focus; with `isWatched`, also every minute and after every change.
 */
export function useTasks({ isWatched = false } = {}) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isWatched) return;
    // A change may complete a task. A refused change may mean that another member completed it.
    return client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && (event.action.type === 'success' || event.action.type === 'error'))
        void client.invalidateQueries({ queryKey: ['tasks'] });
    });
  }, [client, isWatched]);
  return useOwnQuery(['tasks'], (signal) => api('GET /api/admin/tasks', { signal }), {
    staleTime: FRESH_MS,
    refetchInterval: isWatched && ASK_EVERY_MS,
  });
}

export type Snooze = {
  readonly kind: (typeof SNOOZED_KINDS)[number];
  readonly subject: string;
  /** Until when the task is snoozed. Null ends the snooze. */
  readonly until: (typeof SNOOZES)[number] | null;
};

/** Snoozes a task, or ends its snooze. */
export const useSnooze = () => useOwnChange(['tasks'], (body: Snooze) => api('PUT /api/admin/task-snoozes', { body }));

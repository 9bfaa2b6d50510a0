import type { SNOOZED_KINDS, SNOOZES } from '@site/shared/contracts/admin-tasks.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../signed-in/own-query.ts';

const ASK_EVERY_MS = 60_000;
/** The side panel's answer is good enough for a page that opens beside it. */
const FRESH_MS = 5_000;

/** What waits for the owner; asked again when the window gets the focus and, `isWatched`, each minute and after whatever was done. */
export function useTasks({ isWatched = false } = {}) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isWatched) return;
    // What was done may have been a task; what was refused may be done by another member.
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
  /** Null takes it back. */
  readonly until: (typeof SNOOZES)[number] | null;
};

/** Puts a task off, or takes that back. */
export const useSnooze = () => useOwnChange(['tasks'], (body: Snooze) => api('PUT /api/admin/task-snoozes', { body }));

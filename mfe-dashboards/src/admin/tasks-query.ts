import type { SNOOZED_KINDS, SNOOZES } from '@site/shared/contracts/admin-tasks.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../signed-in/api.ts';
import { useReaderUid } from '../signed-in/reader-uid.ts';
import { TASKS } from '../signed-in/signed-in-data.tsx';

const ASK_EVERY_MS = 60_000;

const tasksKey = (uid: string | null) => [TASKS, uid] as const;

/** What waits for the owner; asked again when the window gets the focus and, `isWatched`, each minute. */
export function useTasks({ isWatched = false } = {}) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: tasksKey(uid),
    enabled: uid !== null,
    staleTime: 0,
    refetchInterval: isWatched && ASK_EVERY_MS,
    queryFn: ({ signal }) => api('GET /api/admin/tasks', { signal }),
  });
}

export type Snooze = {
  readonly kind: (typeof SNOOZED_KINDS)[number];
  readonly subject: string;
  /** Null takes it back. */
  readonly until: (typeof SNOOZES)[number] | null;
};

/** Puts a task off, or takes that back. */
export function useSnooze() {
  const uid = useReaderUid();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Snooze) => api('PUT /api/admin/task-snoozes', { body }),
    onSuccess: (tasks) => client.setQueryData(tasksKey(uid), tasks),
  });
}

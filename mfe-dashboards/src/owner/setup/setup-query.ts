import type { Setup, SetupStep } from '@site/shared/contracts/admin-setup.ts';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';
import { useMay } from '../../signed-in/permissions.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';

const setupKey = (uid: string | null) => ['setup', uid] as const;

/**
 * Loads the setup steps, only for members who may see the settings. The cached steps always count as stale, so that new progress appears at
 * once.
 */
export function useSetup() {
  const uid = useReaderUid();
  const may = useMay();
  return useQuery({
    queryKey: setupKey(uid),
    staleTime: 0,
    queryFn: uid === null || !may('site') ? skipToken : ({ signal }) => api('GET /api/admin/setup', { signal }),
  });
}

/** Skips a setup step, or undoes the skipping. */
export function useSkipSetupStep() {
  const uid = useReaderUid();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { step: SetupStep; isSkipped: boolean }) => api('PUT /api/admin/setup-skips', { body }),
    onSuccess: (setup) => client.setQueryData(setupKey(uid), setup),
  });
}

/** Returns whether a step remains that is neither done nor skipped. */
export const isSettingUp = ({ steps }: Setup): boolean => steps.some(({ state }) => state === 'open');

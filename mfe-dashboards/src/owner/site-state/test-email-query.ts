import type { TestEmail } from '@site/shared/contracts/admin-settings.ts';
import { usePreferences } from '@site/shared/site/site.ts';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';

const ASK_EVERY_MS = 1_000;

/** Sends a test email, and polls it until the mail server accepts or refuses it. */
export function useTestEmail() {
  const { locale } = usePreferences();
  const sending = useMutation({ mutationFn: () => api('POST /api/admin/test-emails', { body: { locale } }) });
  const id = sending.data?.id;
  const watched = useQuery<TestEmail>({
    queryKey: ['test-email', id],
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'queued' || !state.data ? ASK_EVERY_MS : false),
    queryFn: id === undefined ? skipToken : ({ signal }) => api('GET /api/admin/test-emails/:id', { params: { id }, signal }),
  });
  return { send: () => sending.mutate(), isSending: sending.isPending, error: sending.error, mail: watched.data ?? sending.data ?? null };
}

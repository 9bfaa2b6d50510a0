import { ApiError, useSession } from '@site/shared/site/site.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/** Whose data is shown: part of every query key, so that nobody sees the person's before. Null until it is known. */
export function useReaderUid(): string | null {
  const session = useSession();
  return session.status === 'signed-in' ? session.uid : null;
}

const MAX_RETRIES = 2;
const FRESH_MS = 60_000;

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Being offline is an answer, not a reason to show placeholders for ever.
        networkMode: 'always',
        retry: (failures, error) => failures < MAX_RETRIES && error instanceof ApiError && error.code === 'service_unavailable',
      },
      mutations: { networkMode: 'always' },
    },
  });

/** Gives a page of a signed-in person its data. What was read is forgotten with the page. */
export function SignedInData({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

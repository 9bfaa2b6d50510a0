import { ApiError } from '@site/shared/site/site.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { openQuestion } from './step-up.ts';
import { useKeptFocus } from './use-kept-focus.ts';

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

/** Gives a page of a signed-in person its data, and keeps their focus. What was read is forgotten with the page. */
export function SignedInData({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  useKeptFocus();
  return (
    <QueryClientProvider client={client}>
      {children}
      <StepUp />
    </QueryClientProvider>
  );
}

/** Few visits need it: it comes when the API asks for a recent sign-in. */
const StepUpDialog = lazy(() => import('./step-up-dialog.tsx').then((module) => ({ default: module.StepUpDialog })));

function StepUp() {
  const question = useSyncExternalStore(openQuestion.subscribe, openQuestion.get, () => null);
  return <Suspense>{question && <StepUpDialog question={question} />}</Suspense>;
}

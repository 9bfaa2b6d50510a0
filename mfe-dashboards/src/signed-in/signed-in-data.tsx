import { keepWords } from '@site/shared/device/kept-words.ts';
import { ApiError, toast, useSession, useTexts } from '@site/shared/site/site.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { openQuestion } from './step-up.ts';
import { texts } from './texts.ts';
import { useKeptFocus } from './use-kept-focus.ts';

const MAX_RETRIES = 2;
const FRESH_MS = 60_000;

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // By default, queries would wait without end while the device is offline. With this mode they fail at once.
        networkMode: 'always',
        retry: (failures, error) => failures < MAX_RETRIES && error instanceof ApiError && error.code === 'service_unavailable',
      },
      mutations: { networkMode: 'always' },
    },
  });

/** Provides the data of a signed-in person to a page, and keeps focus and typed words. The cache ends with the page. */
export function SignedInData({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  useKeptFocus();
  useKeptWords(client);
  return (
    <QueryClientProvider client={client}>
      {children}
      <StepUp />
    </QueryClientProvider>
  );
}

/** Restores typed words after the next sign-in, because a session can expire while its person types. */
function useKeptWords(client: QueryClient): void {
  const t = useTexts(texts);
  const session = useSession();
  const uid = session.status === 'signed-in' ? session.uid : null;
  const tell = useEffectEvent(() => toast.plain(t.wordsKept, { id: 'words-kept' }));
  useEffect(() => {
    if (uid === null) return;
    const words = keepWords(uid, tell);
    const unsubscribe = client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') words.saved();
    });
    return () => {
      unsubscribe();
      words.end();
    };
  }, [client, uid]);
}

/** Few visits need this dialog: its code is loaded when the API asks for a recent sign-in. */
const StepUpDialog = lazy(() => import('./step-up-dialog.tsx').then((module) => ({ default: module.StepUpDialog })));

function StepUp() {
  const question = useSyncExternalStore(openQuestion.subscribe, openQuestion.get, () => null);
  return <Suspense>{question && <StepUpDialog question={question} />}</Suspense>;
}

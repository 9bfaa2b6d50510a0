import { useEffect, useState } from 'react';
import { createBookLink } from '../../../library/book-link.ts';
import type { OpenPdf } from './open-pdf.ts';

export type Opening = {
  readonly pdf: OpenPdf | null;
  readonly error: unknown;
  readonly received: number;
  readonly size: number | null;
  readonly isStalled: boolean;
  /** The stamped copy for this reader is still in the queue. */
  readonly isPreparing: boolean;
};

const START: Opening = { pdf: null, error: null, received: 0, size: null, isStalled: false, isPreparing: false };

/** Opens a book's file, and closes it when the page unmounts. The PDF library is loaded here. */
export function useOpenPdf(ebookId: string): Opening & { readonly retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [opening, setOpening] = useState(START);

  const reopen = () => setAttempt((before) => before + 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the book again
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    const note = (news: Partial<Opening>) => {
      if (!signal.aborted) setOpening((before) => ({ ...before, ...news }));
    };
    const fail = (error: unknown) => note({ error: error ?? new Error('the book did not open') });
    setOpening(START);
    import('./open-pdf.ts')
      .then(({ openPdf }) =>
        openPdf(
          createBookLink(ebookId, (isPreparing) => note({ isPreparing })),
          {
            // Reports of the download's progress are ignored once the book is open.
            onProgress: (received, size) => setOpening((before) => (before.pdf || signal.aborted ? before : { ...before, received, size })),
            onStall: (isStalled) => note({ isStalled }),
            onLost: fail,
            onReplaced: () => {
              if (!signal.aborted) reopen();
            },
          },
          signal,
        ),
      )
      .then((pdf) => note({ pdf }), fail);
    return () => closing.abort();
  }, [ebookId, attempt]);

  return { ...opening, retry: reopen };
}

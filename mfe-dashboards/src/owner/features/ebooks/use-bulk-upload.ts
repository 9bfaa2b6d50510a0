import { type TableBook, WrittenEbookSchema } from '@site/shared/contracts/admin-ebooks.ts';
import { LARGEST_COVER, LARGEST_PDF } from '@site/shared/contracts/ebook-rules.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { ApiError, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { patientApi } from '../../../signed-in/api.ts';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { useSoldCurrencies } from '../../common/admin-settings-query.ts';
import { reasonsIn, reasonsOf } from '../../common/reasons.ts';
import { useSending } from '../../files/use-sending.ts';
import { type BookText, bookText, writtenBook } from './book-text.ts';
import { folderTexts } from './folder-texts.ts';
import { problemBefore, useProblems } from './problems.ts';
import type { Folder } from './use-folder.ts';

export type Fate = { readonly state: 'new' | 'known' | 'sending' | 'added' | 'refused'; readonly reason?: string };

/**
 * Sends the books of a folder one after the other, and holds the outcome of each. Stops at a failure that does not concern a single book.
 */
export function useBulkUpload(folder: Folder | null) {
  const t = useTexts(folderTexts);
  const preferences = usePreferences();
  const sold = useSoldCurrencies();
  // The table's prices are ignored for members who may not set prices.
  const maySetPrices = useMay()('money');
  const priced = maySetPrices ? sold : [];
  const sentences = useProblems();
  const client = useQueryClient();
  const sending = useSending();
  const [fates, setFates] = useState<Readonly<Record<number, Fate>>>({});
  const isStopped = useRef(false);

  const textOf = (book: TableBook): BookText => ({
    ...bookText(null, preferences),
    title: book.title,
    description: book.description,
    language: book.language,
    ...Object.fromEntries(CURRENCIES.map((currency) => [`listPrices.${currency}`, book.listPrices[currency]])),
  });

  /** Returns what would happen to a book, with every problem that can be found before its files are sent. */
  function foresee(book: TableBook): Fate {
    if (book.isKnown) return { state: 'known' };
    const { pdf, cover } = folder?.filesOf(book) ?? {};
    if (!pdf) return { state: 'refused', reason: t.missingPdf };
    if (!cover) return { state: 'refused', reason: t.missingCover };
    const early = { pdf: problemBefore(pdf, LARGEST_PDF), cover: problemBefore(cover, LARGEST_COVER) };
    const reasons = {
      ...reasonsOf(WrittenEbookSchema, writtenBook(textOf(book), 'draft', priced)),
      ...(early.pdf ? { pdf: early.pdf } : {}),
      ...(early.cover ? { cover: early.cover } : {}),
    };
    const [reason] = Object.values(sentences(reasons, textOf(book)));
    return reason ? { state: 'refused', reason } : { state: 'new' };
  }

  const sendBook = (book: TableBook, pdf: File, cover: File) =>
    sending.send(
      [
        { file: pdf, purpose: { kind: 'pdf', name: pdf.name } },
        { file: cover, purpose: { kind: 'cover', name: pdf.name } },
      ],
      ([pdfId = '', coverId = ''], signal) =>
        patientApi('POST /api/admin/ebooks', {
          body: {
            ...writtenBook(textOf(book), 'draft', priced),
            ...(book.author ? { author: book.author } : {}),
            pdf: pdfId,
            cover: coverId,
          },
          signal,
        }),
    );

  const send = useMutation({
    mutationFn: async (books: readonly TableBook[]) => {
      isStopped.current = false;
      for (const book of books) {
        if (isStopped.current) return;
        const settle = (fate: Fate) => setFates((before) => ({ ...before, [book.line]: fate }));
        const { pdf, cover } = folder?.filesOf(book) ?? {};
        if (!pdf || !cover) continue;
        settle({ state: 'sending' });
        try {
          await sendBook(book, pdf, cover);
          settle({ state: 'added' });
        } catch (error) {
          const [reason] = Object.values(sentences(reasonsIn(error)));
          // A failure without a field concerns all books, so the remaining books stay new and can be sent again.
          if (!reason) {
            settle({ state: 'new' });
            throw error;
          }
          const namesake = error instanceof ApiError ? error.ebook : null;
          settle({ state: 'refused', reason: namesake ? `${reason}: ${namesake.title}` : reason });
        }
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin-ebooks'] }),
  });
  const failure = useFailureText(send.error);
  const isCancelled = send.error instanceof Error && send.error.name === 'AbortError';

  return {
    leavesPrices: !maySetPrices && (folder?.books ?? []).some(({ listPrices }) => Object.values(listPrices).some(Boolean)),
    fateOf: (book: TableBook): Fate => fates[book.line] ?? foresee(book),
    forget: () => setFates({}),
    send: send.mutate,
    isSending: send.isPending,
    percent: sending.percent,
    failure: send.error && !isCancelled ? failure : null,
    cancel: () => {
      isStopped.current = true;
      sending.cancel();
    },
  };
}

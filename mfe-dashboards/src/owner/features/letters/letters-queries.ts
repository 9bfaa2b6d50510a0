import type { AdminLetter, EditedLetterSchema, ListedLetter } from '@site/shared/contracts/admin-letters.ts';
import { DAY_MS, type Instant } from '@site/shared/dates/dates.ts';
import { toast } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as v from 'valibot';
import { api } from '../../../signed-in/api.ts';
import { useOwnQuery } from '../../../signed-in/own-query.ts';
import { useRecordChange } from '../../common/records.ts';
import { LISTS, letterRecords } from '../../letters/letters-queries.ts';

const AT_WORK_MS = 2_000;
const WAITING_MS = 30_000;
/** Until its moment is so near, a letter that waits is asked for seldom. */
const NEAR_MS = 90_000;

/** In how many milliseconds a letter is to be asked for again; false where nothing happens by itself. */
function askAgainIn(letter: AdminLetter | undefined): number | false {
  if (!letter) return false;
  const { state, sendAt } = letter;
  if (state === 'preparing' || state === 'sending') return AT_WORK_MS;
  if (state !== 'scheduled' || sendAt === null) return false;
  return Date.parse(sendAt) - Date.now() < NEAR_MS ? AT_WORK_MS : WAITING_MS;
}

/** A letter, watched while something happens to it by itself and the page is seen. */
export const useLetter = (id: string) =>
  useOwnQuery<AdminLetter>(['admin-letter', id], (signal) => api('GET /api/admin/letters/:id', { params: { id }, signal }), {
    staleTime: 0,
    refetchInterval: ({ state }) => askAgainIn(state.data),
  });

export type LetterEdits = Omit<v.InferOutput<typeof EditedLetterSchema>, 'revision'>;

/** Keeps subjects and readers of a draft. */
export const useSaveLetter = (id: string) =>
  useRecordChange(letterRecords, id, (body: LetterEdits & { revision: number }) =>
    api('PUT /api/admin/letters/:id', { params: { id }, body }),
  );

/** Sends the letter as it is to the admin who asks for it. */
export const useTestLetter = (id: string) =>
  useRecordChange(letterRecords, id, (locale: Locale) => api('POST /api/admin/letters/:id/test', { params: { id }, body: { locale } }));

/** Lets the letter go, at a moment or in a minute. */
export const useSendLetter = (id: string) =>
  useRecordChange(letterRecords, id, (body: { revision: number; at: Instant | null }) =>
    api('POST /api/admin/letters/:id/sending', { params: { id }, body }),
  );

type Move = 'undo' | 'pause' | 'resume' | 'cancellation' | 'unknown' | 'settlement';

/** What the owner decides about a letter that is on its way. `does` says in a toast that it was done. */
export function useMoves({ id, revision }: AdminLetter) {
  const move = useRecordChange(letterRecords, id, (name: Move) =>
    api(`POST /api/admin/letters/:id/${name}`, { params: { id }, body: { revision } }),
  );
  return {
    error: move.error,
    does: (name: Move, done: string) => () => move.mutate(name, { onSuccess: () => toast.success(done) }),
    isMoving: (name: Move) => move.isPending && move.variables === name,
  };
}

/** Deletes a draft. */
export function useDeleteLetter(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api('DELETE /api/admin/letters/:id', { params: { id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: [LISTS] }),
  });
}

/** The letter as a reader of this language would get it. */
export const useLetterPreview = ({ id, revision, state }: AdminLetter, locale: Locale) =>
  useOwnQuery(
    ['letter-preview', id, revision, state, locale],
    (signal) => api('POST /api/admin/letters/:id/preview', { params: { id }, body: { locale }, signal }),
    { staleTime: 0, placeholderData: keepPreviousData },
  );

/** So many books can be chosen among; no shop has more. */
const MOST_BOOKS = 200;

/** The published books, to choose readers by. */
export const useBooks = () =>
  useOwnQuery(['letter-books'], async (signal) => {
    const books: { id: string; title: string }[] = [];
    let after: string | null | undefined;
    do {
      const page = await api('GET /api/admin/ebooks', { query: { state: 'published', ...(after ? { after } : {}) }, signal });
      books.push(...page.ebooks.map(({ id, title }) => ({ id, title })));
      after = page.nextCursor;
    } while (after && books.length < MOST_BOOKS);
    return books;
  });

/** So long it is kept who got a letter. */
const KEPT_MS = 366 * DAY_MS;

/**
 * The texts that went out by email as long ago as it is kept to whom, the newest first, to choose readers by. Their key is not one of the
 * lists', which are read again with each word that is saved.
 */
export const useSentTexts = () =>
  useOwnQuery(['letter-texts'], async (signal) => {
    const letters: ListedLetter[] = [];
    const isKept = ({ endedAt }: ListedLetter) => endedAt === null || Date.parse(endedAt) > Date.now() - KEPT_MS;
    let after: string | null | undefined;
    do {
      const page = await api('GET /api/admin/letters', { query: { state: 'sent', ...(after ? { after } : {}) }, signal });
      const kept = page.letters.filter(isKept);
      letters.push(...kept);
      after = kept.length > 0 ? page.nextCursor : null;
    } while (after);
    const titles = new Map([...letters].reverse().map(({ postId, subject }) => [postId, subject]));
    return [...titles].reverse().map(([id, title]) => ({ id, title }));
  });

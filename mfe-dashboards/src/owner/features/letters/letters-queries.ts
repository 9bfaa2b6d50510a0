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
/** A scheduled issue is polled rarely until its moment is this close. */
const NEAR_MS = 90_000;

/** Returns the milliseconds until the issue is reloaded; false if its state cannot change by itself. */
function askAgainIn(letter: AdminLetter | undefined): number | false {
  if (!letter) return false;
  const { state, sendAt } = letter;
  if (state === 'preparing' || state === 'sending') return AT_WORK_MS;
  if (state !== 'scheduled' || sendAt === null) return false;
  return Date.parse(sendAt) - Date.now() < NEAR_MS ? AT_WORK_MS : WAITING_MS;
}

/** Loads an issue, and polls it while its state may change by itself and the page is visible. */
export const useLetter = (id: string) =>
  useOwnQuery<AdminLetter>(['admin-letter', id], (signal) => api('GET /api/admin/letters/:id', { params: { id }, signal }), {
    staleTime: 0,
    refetchInterval: ({ state }) => askAgainIn(state.data),
  });

export type LetterEdits = Omit<v.InferOutput<typeof EditedLetterSchema>, 'revision'>;

/** Saves the subjects and the audience of a draft. */
export const useSaveLetter = (id: string) =>
  useRecordChange(letterRecords, id, (body: LetterEdits & { revision: number }) =>
    api('PUT /api/admin/letters/:id', { params: { id }, body }),
  );

/** Sends the issue in its current state to the admin as a test. */
export const useTestLetter = (id: string) =>
  useRecordChange(letterRecords, id, (locale: Locale) => api('POST /api/admin/letters/:id/test', { params: { id }, body: { locale } }));

/** Sends the issue at a moment, or within a minute. */
export const useSendLetter = (id: string) =>
  useRecordChange(letterRecords, id, (body: { revision: number; at: Instant | null }) =>
    api('POST /api/admin/letters/:id/sending', { params: { id }, body }),
  );

type Move = 'undo' | 'pause' | 'resume' | 'cancellation' | 'unknown' | 'settlement';

/** Returns the owner's actions on an issue that is being sent. `does` confirms an action in a toast. */
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

/** Loads the issue as a reader of this language would get it. */
export const useLetterPreview = ({ id, revision, state }: AdminLetter, locale: Locale) =>
  useOwnQuery(
    ['letter-preview', id, revision, state, locale],
    (signal) => api('POST /api/admin/letters/:id/preview', { params: { id }, body: { locale }, signal }),
    { staleTime: 0, placeholderData: keepPreviousData },
  );

/** Largest number of books to choose from; no shop has more. */
const MOST_BOOKS = 200;

/** Loads the published books, to choose readers by. */
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

/** The recipients of an issue are stored for this long. */
const KEPT_MS = 366 * DAY_MS;

/**
 * Loads the texts whose email recipients are still stored, newest first, to choose readers by. The key is not one of the lists': those are
 * reloaded with each saved word.
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

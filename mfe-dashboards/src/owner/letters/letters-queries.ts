import type { AdminLetter, LetterSegment, SenderCheck } from '@site/shared/contracts/admin-letters.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../signed-in/own-query.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';
import { type RecordKind, recordKey } from '../common/records.ts';

/** The first part of the lists' keys in the cache. */
export const LISTS = 'admin-letters';

export const letterRecords: RecordKind = { name: 'letter', lists: [LISTS] };

/** Returns a function that stores a returned issue in the cache, for its page and the lists. */
function useKnownLetter() {
  const uid = useReaderUid();
  const client = useQueryClient();
  return (letter: AdminLetter): void => {
    client.setQueryData(recordKey(letterRecords, uid, letter.id), letter);
    void client.invalidateQueries({ queryKey: [LISTS] });
  };
}

/** Creates a newsletter issue about a text, or returns its existing draft. */
export const useBeginLetter = () =>
  useMutation({ mutationFn: (postId: string) => api('POST /api/admin/letters', { body: { postId } }), onSuccess: useKnownLetter() });

/** Loads the issues of a text, newest first. */
export const usePostLetters = (postId: string) =>
  useOwnQuery([LISTS, 'post', postId], (signal) => api('GET /api/admin/letters', { query: { post: postId }, signal }));

/** Loads an issue's draft with all its text. Nothing is loaded without an id. */
export const useDraftLetter = (id: string | undefined) =>
  useOwnQuery(['admin-letter', id ?? ''], (signal) => api('GET /api/admin/letters/:id', { params: { id: id ?? '' }, signal }), {
    // The draft changes with its text, so it is never fresh.
    staleTime: 0,
    isAsked: id !== undefined,
  });

/** Loads how many readers would get the issue now. The last count stays until the next one has loaded. */
export const useAudience = (postId: string, segment: LetterSegment, isAsked: boolean) =>
  useOwnQuery(
    ['letter-audience', postId, segment],
    (signal) => api('POST /api/admin/letter-audience', { body: { postId, segment }, signal }),
    { isAsked, staleTime: 10_000, placeholderData: keepPreviousData },
  );

/** Loads the last check of the sender's domain: whether mailboxes can verify our emails. */
export const useSender = (isAsked = true) =>
  useOwnQuery(['sender-domain'], (signal) => api('GET /api/admin/sender-domain', { signal }), { isAsked });

/** Repeats the check of the sender's domain. */
export const useCheckSender = () => useOwnChange<void, SenderCheck>(['sender-domain'], () => api('POST /api/admin/sender-domain', {}));

/** Sends the issue in its current state to the admin as a test. */
export const useTestOf = () =>
  useMutation({
    mutationFn: async ({ postId, locale }: { postId: string; locale: Locale }) => {
      const { id } = await api('POST /api/admin/letters', { body: { postId } });
      return await api('POST /api/admin/letters/:id/test', { params: { id }, body: { locale } });
    },
    onSuccess: useKnownLetter(),
  });

/** The issue was created but not sent. `letterId` is its draft; null if not even the draft was created. */
export class LetterNotSent extends Error {
  readonly letterId: string | null;

  constructor(letterId: string | null, cause: unknown) {
    super('letter not sent', { cause });
    this.letterId = letterId;
  }
}

/**
 * Sends the issue of a text to readers of `locale`, or to all for null. The call is idempotent: an issue that was already sent is returned,
 * and no reader gets a text twice. Throws `LetterNotSent`.
 */
export function useMailText() {
  const uid = useReaderUid();
  const client = useQueryClient();
  return async ({ postId, locale, at }: { postId: string; locale: Locale | null; at: Instant | null }): Promise<AdminLetter> => {
    let letterId: string | null = null;
    try {
      let letter = await api('POST /api/admin/letters', { body: { postId } });
      const { id, heads, segment } = letter;
      letterId = id;
      // The answer to the previous attempt was lost.
      if (letter.state === 'scheduled') return letter;
      if (letter.state === 'draft' && segment.locale !== locale)
        letter = await api('PUT /api/admin/letters/:id', {
          params: { id },
          body: { revision: letter.revision, heads, segment: { ...segment, locale } },
        });
      letter = await api('POST /api/admin/letters/:id/sending', { params: { id }, body: { revision: letter.revision, at } });
      client.setQueryData(recordKey(letterRecords, uid, id), letter);
      return letter;
    } catch (error) {
      throw new LetterNotSent(letterId, error);
    } finally {
      void client.invalidateQueries({ queryKey: [LISTS] });
    }
  };
}

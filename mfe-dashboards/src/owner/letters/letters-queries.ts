import type { AdminLetter, LetterSegment, SenderCheck } from '@site/shared/contracts/admin-letters.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../signed-in/own-query.ts';
import { useReaderUid } from '../../signed-in/reader-uid.ts';
import { type RecordKind, recordKey } from '../common/records.ts';

/** The first part of the lists' keys. */
export const LISTS = 'admin-letters';

export const letterRecords: RecordKind = { name: 'letter', lists: [LISTS] };

/** Returns a function that puts a letter, as it was answered, where its page and the lists find it. */
function useKnownLetter() {
  const uid = useReaderUid();
  const client = useQueryClient();
  return (letter: AdminLetter): void => {
    client.setQueryData(recordKey(letterRecords, uid, letter.id), letter);
    void client.invalidateQueries({ queryKey: [LISTS] });
  };
}

/** Begins a letter about a text, or goes on with the one that waits. */
export const useBeginLetter = () =>
  useMutation({ mutationFn: (postId: string) => api('POST /api/admin/letters', { body: { postId } }), onSuccess: useKnownLetter() });

/** The letters of a text, the newest first. */
export const usePostLetters = (postId: string) =>
  useOwnQuery([LISTS, 'post', postId], (signal) => api('GET /api/admin/letters', { query: { post: postId }, signal }));

/** A draft of a letter with all that it says; not asked for without an id. */
export const useDraftLetter = (id: string | undefined) =>
  useOwnQuery(['admin-letter', id ?? ''], (signal) => api('GET /api/admin/letters/:id', { params: { id: id ?? '' }, signal }), {
    // What it says changes with its text.
    staleTime: 0,
    isAsked: id !== undefined,
  });

/** How many would get the letter now; what was counted last stays until the next count is here. */
export const useAudience = (postId: string, segment: LetterSegment, isAsked: boolean) =>
  useOwnQuery(
    ['letter-audience', postId, segment],
    (signal) => api('POST /api/admin/letter-audience', { body: { postId, segment }, signal }),
    { isAsked, staleTime: 10_000, placeholderData: keepPreviousData },
  );

/** Whether mailboxes can check where letters come from, as it was found last. */
export const useSender = (isAsked = true) =>
  useOwnQuery(['sender-domain'], (signal) => api('GET /api/admin/sender-domain', { signal }), { isAsked });

/** Looks again. */
export const useCheckSender = () => useOwnChange<void, SenderCheck>(['sender-domain'], () => api('POST /api/admin/sender-domain', {}));

/** Sends a letter as it reads now to the admin who asks for it. */
export const useTestOf = () =>
  useMutation({
    mutationFn: async ({ postId, locale }: { postId: string; locale: Locale }) => {
      const { id } = await api('POST /api/admin/letters', { body: { postId } });
      return await api('POST /api/admin/letters/:id/test', { params: { id }, body: { locale } });
    },
    onSuccess: useKnownLetter(),
  });

/** Made, and not sent: the letter stays a draft, whose id this is; null when not even that could be made. */
export class LetterNotSent extends Error {
  readonly letterId: string | null;

  constructor(letterId: string | null, cause: unknown) {
    super('letter not sent', { cause });
    this.letterId = letterId;
  }
}

/**
 * Lets the letter of a text go to readers of `locale`, null for all. It can be repeated: one that was let go already is answered as it is,
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
      // The answer to the try before was lost.
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

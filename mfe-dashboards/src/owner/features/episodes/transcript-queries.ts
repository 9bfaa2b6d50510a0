import type { Transcript } from '@site/shared/contracts/transcripts.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { type RecordKind, recordKey } from '../../common/records.ts';

/** A transcript with an id, which the cache of records requires. */
export type TranscriptRecord = Transcript & { readonly id: string };

export const transcriptRecords: RecordKind = { name: 'transcript', lists: [] };

const idOf = (episodeId: string, locale: Locale): string => `${episodeId} ${locale}`;

/** Adds the cache's id to a transcript from the API. */
export const asRecord = (episodeId: string, transcript: Transcript): TranscriptRecord => ({
  ...transcript,
  id: idOf(episodeId, transcript.locale),
});

/**
 * Loads the transcript of an episode in one language. The transcript is reloaded when the window gets the focus, because another admin may
 * have saved it.
 */
export function useTranscript(episodeId: string, locale: Locale) {
  const uid = useReaderUid();
  return useQuery({
    queryKey: recordKey(transcriptRecords, uid, idOf(episodeId, locale)),
    staleTime: 0,
    enabled: uid !== null,
    queryFn: async ({ signal }) =>
      asRecord(episodeId, await api('GET /api/admin/episodes/:id/transcripts/:locale', { params: { id: episodeId, locale }, signal })),
  });
}

import type { MyReview, SaveReview } from '@site/shared/contracts/reviews.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { libraryKey } from '../../../library/library-queries.ts';
import { api } from '../../../signed-in/api.ts';
import { useOwnQuery } from '../../../signed-in/own-query.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';

const reviewKey = (uid: string | null, ebookId: string) => ['my-review', uid, ebookId] as const;

/** Loads one of the reader's books with the reader's review of it. */
export const useMyReview = (ebookId: string) =>
  useOwnQuery(['my-review', ebookId], (signal) => api('GET /api/me/reviews/:ebookId', { params: { ebookId }, signal }));

/** Reloads the review even after a refused change: then the page shows an outdated review. */
function useReviewChange<Input, Answer extends MyReview | null>(ebookId: string, change: (input: Input) => Promise<Answer>) {
  const uid = useReaderUid();
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (saved) => void (saved && client.setQueryData(reviewKey(uid, ebookId), saved)),
    onSettled: () => Promise.all([reviewKey(uid, ebookId), libraryKey(uid)].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

export const useSaveReview = (ebookId: string) =>
  useReviewChange(ebookId, (body: SaveReview) => api('PUT /api/me/reviews/:ebookId', { params: { ebookId }, body }));

export const useDeleteReview = (ebookId: string) =>
  useReviewChange<void, null>(ebookId, () => api('DELETE /api/me/reviews/:ebookId', { params: { ebookId } }));

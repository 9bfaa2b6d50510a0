import type { AdminReview } from '@site/shared/contracts/admin-reviews.ts';
import type { HiddenReason } from '@site/shared/contracts/review-rules.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';

export const REVIEWS = 'admin-reviews';

/** After a change, and when another admin made one before, reviews are read anew. */
function useReviewChange<Input>(change: (input: Input) => Promise<AdminReview>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: [REVIEWS] }),
  });
}

/** Hides name and text for a reason, or shows them (null). */
export const useModerateReview = ({ id, revision }: AdminReview) =>
  useReviewChange((reason: HiddenReason | null) =>
    api('PUT /api/admin/reviews/:id/moderation', { params: { id }, body: { reason, revision } }),
  );

/** Puts the reply, or takes it away (null). */
export const useReplyToReview = ({ id }: AdminReview) =>
  useReviewChange((body: { reply: string | null; revision: number }) => api('PUT /api/admin/reviews/:id/reply', { params: { id }, body }));

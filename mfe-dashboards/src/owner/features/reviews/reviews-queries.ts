import type { AdminReview } from '@site/shared/contracts/admin-reviews.ts';
import type { HiddenReason } from '@site/shared/contracts/review-rules.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';

export const REVIEWS = 'admin-reviews';

/** Reloads reviews after a change, and after a refusal because another admin changed them. */
function useReviewChange<Input>(change: (input: Input) => Promise<AdminReview>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: [REVIEWS] }),
  });
}

/** Hides the name and text of a review for a reason, or shows them (null). */
export const useModerateReview = ({ id, revision }: AdminReview) =>
  useReviewChange((reason: HiddenReason | null) =>
    api('PUT /api/admin/reviews/:id/moderation', { params: { id }, body: { reason, revision } }),
  );

/** Saves the reply, or removes it (null). */
export const useReplyToReview = ({ id }: AdminReview) =>
  useReviewChange((body: { reply: string | null; revision: number }) => api('PUT /api/admin/reviews/:id/reply', { params: { id }, body }));

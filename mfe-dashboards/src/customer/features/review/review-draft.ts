import { STARS } from '@site/shared/contracts/review-rules.ts';
import * as v from 'valibot';

const DraftSchema = v.object({ stars: v.picklist([0, ...STARS]), text: v.string(), name: v.string(), revision: v.optional(v.number()) });
/** What is typed; 0 stars are none yet. `revision`: of the review with which it began, 0 without one; drafts of before do not say it. */
export type ReviewDraft = v.InferOutput<typeof DraftSchema>;

const keyOf = (uid: string, ebookId: string): string => `review:${uid}:${ebookId}`;

/** What this reader typed in this tab and did not send, or null. */
export function readDraft(uid: string, ebookId: string): ReviewDraft | null {
  try {
    const draft = v.safeParse(DraftSchema, JSON.parse(sessionStorage.getItem(keyOf(uid, ebookId)) ?? 'null'));
    return draft.success ? draft.output : null;
  } catch {
    // Without storage the form itself still holds it.
    return null;
  }
}

/** Keeps what is typed over a reload and a look at another page; null forgets it. */
export function writeDraft(uid: string, ebookId: string, draft: ReviewDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(uid, ebookId), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(uid, ebookId));
  } catch {
    // As above.
  }
}

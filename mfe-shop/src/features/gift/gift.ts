import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import type { ClaimedGift, OpenedGift } from '@site/shared/contracts/gifts.ts';
import { type ApiCall, ApiError } from '@site/shared/site/site.ts';

export type GiftQuestion = { readonly id: string; readonly key: string } & (
  | { readonly intent: 'open' }
  | { readonly intent: 'claim'; readonly showsName: boolean }
);

/** The API's answer about a gift link. `unknown` includes returned, closed and replaced links, without saying which. */
export type GiftAnswer =
  | { readonly kind: 'opened'; readonly gift: OpenedGift }
  | { readonly kind: 'outcome'; readonly outcome: ClaimedGift['outcome'] }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'failed'; readonly code: ErrorCode };

/** Loads a gift or claims a copy of it. Only a press claims, because programs open links too. */
export async function askForGift(api: ApiCall, { id, key, ...question }: GiftQuestion): Promise<GiftAnswer> {
  const params = { id };
  try {
    if (question.intent === 'open') return { kind: 'opened', gift: await api('POST /api/gifts/:id', { params, body: { key } }) };
    const body = { key, showsName: question.showsName };
    return { kind: 'outcome', outcome: (await api('POST /api/gifts/:id/claim', { params, body })).outcome };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'not_found' || error.code === 'invalid_input') return { kind: 'unknown' };
    if (error.code === 'unauthenticated') return { kind: 'signed-out' };
    return { kind: 'failed', code: error.code };
  }
}

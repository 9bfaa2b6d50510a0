import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import { type ApiCall, ApiError } from '@site/shared/site/site.ts';

export type LinkKind = 'confirm' | 'unsubscribe' | 'reviews';

const CALLS = {
  confirm: 'POST /api/newsletter/confirm',
  unsubscribe: 'POST /api/newsletter/unsubscribe',
  reviews: 'POST /api/review-reminders/stop',
} as const;

/** The result of the action of an email's link. */
export type LinkOutcome =
  | { readonly kind: 'done' | 'already'; readonly email: string }
  | { readonly kind: 'expired' | 'invalid' }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly retryAfterSeconds: number | null };

/** Performs the action of an email's link. */
export async function followLink(api: ApiCall, kind: LinkKind, token: string): Promise<LinkOutcome> {
  try {
    const { outcome, email } = await api(CALLS[kind], { body: { token } });
    return { kind: outcome, email };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, retryAfterSeconds } = error;
    if (code === 'link_expired') return { kind: 'expired' };
    // A malformed token is rejected before its signature is verified.
    if (code === 'link_invalid' || code === 'invalid_input') return { kind: 'invalid' };
    return { kind: 'failed', code, retryAfterSeconds };
  }
}

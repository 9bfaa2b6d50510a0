import type { ErrorCode } from '../contracts/error-codes.ts';
import type { PriceCorrection } from '../contracts/errors.ts';
import type { BoughtEbook } from '../contracts/me.ts';
import type { CartQuote } from '../contracts/quote.ts';

/** A call that failed or was rejected. `code` chooses the sentence that the person sees. `status` 0: no answer arrived. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly requestId: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly corrections: readonly PriceCorrection[];
  /** With `price_changed`: the cart's current quote. */
  readonly quote: CartQuote | null;
  /** With `already_paid`: the session whose `/success` page shows the existing payment. */
  readonly sessionId: string | null;
  /** With `ebook_owned` and `ebook_pending`: the books concerned. */
  readonly bought: readonly BoughtEbook[];
  /** With `mail_not_taken`: the mail server's answer. */
  readonly reason: string | null;
  /** With `name_taken` for a file: the book that already has this name. */
  readonly ebook: { readonly id: string; readonly title: string } | null;
  /** With `too_many_requests`: seconds until the next try is allowed. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    status: number,
    detail: {
      requestId?: string | undefined;
      fields?: Record<string, string> | undefined;
      corrections?: PriceCorrection[] | undefined;
      quote?: CartQuote | undefined;
      sessionId?: string | undefined;
      bought?: BoughtEbook[] | undefined;
      reason?: string | undefined;
      ebook?: { id: string; title: string } | undefined;
      retryAfterSeconds?: number | undefined;
    } = {},
    options?: ErrorOptions,
  ) {
    super(`${code} (${status})`, options);
    this.code = code;
    this.status = status;
    this.requestId = detail.requestId ?? null;
    this.fields = detail.fields ?? {};
    this.corrections = detail.corrections ?? [];
    this.quote = detail.quote ?? null;
    this.sessionId = detail.sessionId ?? null;
    this.bought = detail.bought ?? [];
    this.reason = detail.reason ?? null;
    this.ebook = detail.ebook ?? null;
    this.retryAfterSeconds = detail.retryAfterSeconds ?? null;
  }
}

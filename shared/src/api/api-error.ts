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
  /** The cart's current quote, in an error with the code `price_changed`. */
  readonly quote: CartQuote | null;
  /** The session whose `/success` page shows the existing payment, in an error with the code `already_paid`. */
  readonly sessionId: string | null;
  /** The books of the cart that are not sold to this buyer again, in an error with `ebook_owned` or `ebook_pending`. */
  readonly bought: readonly BoughtEbook[];
  /** The mail server's answer, in an error with the code `mail_not_taken`. */
  readonly reason: string | null;
  /** The book that already has the uploaded file's name, in an error with the code `name_taken`. */
  readonly ebook: { readonly id: string; readonly title: string } | null;
  /** Seconds until the next try is allowed, in an error with the code `too_many_requests`. */
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

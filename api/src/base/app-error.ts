import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import type { PriceCorrection } from '@site/shared/contracts/errors.ts';
import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import type { CartQuote } from '@site/shared/contracts/quote.ts';
import { unreadableRequests } from '@site/shared/process/limited-server.ts';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** HTTP status of each error code. */
export const httpStatusOf = {
  invalid_input: 400,
  not_found: 404,
  unauthenticated: 401,
  account_deleted: 410,
  email_not_verified: 403,
  forbidden: 403,
  price_changed: 409,
  currency_not_sold: 409,
  ebook_unavailable: 409,
  attempt_reused: 409,
  already_paid: 409,
  ebook_owned: 409,
  ebook_pending: 409,
  bought_lately: 409,
  checkout_elsewhere: 409,
  invalid_signature: 400,
  recent_login_required: 403,
  step_up_required: 403,
  admin_code_refused: 403,
  already_in_team: 409,
  last_owner: 409,
  invitation_over: 410,
  invitation_of_another: 403,
  order_taken_over: 410,
  refund_not_possible: 409,
  changed_meanwhile: 409,
  post_withdrawn: 410,
  already_sent: 409,
  link_expired: 410,
  link_invalid: 400,
  copy_in_preparation: 409,
  not_launched: 409,
  payload_too_large: 413,
  method_not_allowed: 405,
  request_timeout: unreadableRequests.request_timeout.status,
  url_too_long: unreadableRequests.url_too_long.status,
  headers_too_large: unreadableRequests.headers_too_large.status,
  too_many_requests: 429,
  payment_unavailable: 503,
  mail_not_taken: 503,
  service_unavailable: 503,
  unexpected: 500,
} as const satisfies Record<ErrorCode, ContentfulStatusCode>;

/** English message of each error code, for developers. The browser has its own sentence for each code. */
export const messageOf = {
  invalid_input: unreadableRequests.invalid_input.message,
  not_found: 'The resource was not found.',
  unauthenticated: 'A valid token is required.',
  account_deleted: 'The account was deleted.',
  email_not_verified: 'The account’s email address is not verified.',
  forbidden: 'The account may not make this call.',
  price_changed: 'The prices differ from those that the buyer saw.',
  currency_not_sold: 'The shop does not sell in this currency.',
  ebook_unavailable: 'A book in the cart is no longer sold.',
  attempt_reused: 'The attempt id was already used with different content.',
  already_paid: 'The cart has already been paid.',
  ebook_owned: 'The buyer already owns a book in the cart.',
  ebook_pending: 'The buyer has already ordered a book in the cart, and its payment is pending.',
  checkout_elsewhere: 'The buyer started a later checkout with one of these books or this coupon.',
  bought_lately: 'The buyer bought the same gifts within the last 24 hours.',
  invalid_signature: 'The signature does not match.',
  recent_login_required: 'The sign-in is too old for this call.',
  step_up_required: 'The call needs a sign-in within the last 15 minutes.',
  admin_code_refused: 'The code is wrong, used or expired.',
  already_in_team: 'The address already belongs to a member of the team.',
  last_owner: 'The site must keep at least one owner.',
  invitation_over: 'The invitation was accepted, withdrawn or sent again.',
  invitation_of_another: 'The invitation is for another address.',
  order_taken_over: 'The link has expired, because an account has taken over the order.',
  refund_not_possible: 'The buyer can no longer request a refund of this order.',
  changed_meanwhile: 'Another person changed the resource in the meantime.',
  post_withdrawn: 'The post was unpublished.',
  already_sent: 'The email has already been sent.',
  link_expired: 'The link has expired.',
  link_invalid: 'The link is invalid.',
  copy_in_preparation: 'The copy is being prepared. Retry after the time in `Retry-After`.',
  not_launched: 'The book was bought before its launch and cannot be read yet.',
  payload_too_large: 'The request is too large.',
  method_not_allowed: 'The path does not support this method.',
  request_timeout: unreadableRequests.request_timeout.message,
  url_too_long: unreadableRequests.url_too_long.message,
  headers_too_large: unreadableRequests.headers_too_large.message,
  too_many_requests: 'Too many requests.',
  payment_unavailable: 'The payment provider cannot be reached.',
  mail_not_taken: 'The mail server did not accept the email.',
  service_unavailable: 'The service is not available at the moment.',
  unexpected: 'Something went wrong.',
} as const satisfies Record<ErrorCode, string>;

type Detail = {
  fields?: Record<string, string>;
  corrections?: PriceCorrection[];
  quote?: CartQuote;
  sessionId?: string;
  bought?: BoughtEbook[];
  reason?: string;
  ebook?: { id: string; title: string };
  retryAfterSeconds?: number;
};

/** A failure that the caller learns by its code. `cause` is only logged. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly detail: Detail;

  constructor(code: ErrorCode, detail: Detail = {}, options?: ErrorOptions) {
    super(messageOf[code], options);
    this.code = code;
    this.detail = detail;
  }
}

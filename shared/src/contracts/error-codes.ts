/**
 * Every code that an answer of ours can carry in `error.code`. The API maps each to a status, `texts/error-texts.ts`
 * to a sentence: forget one and the compiler says so.
 */
export const ERROR_CODES = [
  'invalid_input',
  'not_found',
  'unauthenticated',
  'account_deleted',
  'email_not_verified',
  'forbidden',
  'price_changed',
  'currency_not_sold',
  'ebook_unavailable',
  'attempt_reused',
  'already_paid',
  'ebook_owned',
  'ebook_pending',
  'bought_lately',
  'invalid_signature',
  'recent_login_required',
  'step_up_required',
  'admin_code_refused',
  'already_in_team',
  'last_owner',
  'invitation_over',
  'invitation_of_another',
  'order_taken_over',
  'refund_not_possible',
  'changed_meanwhile',
  'post_withdrawn',
  'already_sent',
  'link_expired',
  'link_invalid',
  'copy_in_preparation',
  'not_launched',
  'payload_too_large',
  'too_many_requests',
  'payment_unavailable',
  'service_unavailable',
  'unexpected',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

import * as v from 'valibot';

/** The part of Stripe's answer that is kept of a boleto, while it can be paid. */
export const BoletoRowSchema = v.object({
  number: v.nullable(v.string()),
  pdf_url: v.nullable(v.string()),
  voucher_url: v.nullable(v.string()),
  expires_at: v.nullable(v.string()),
});

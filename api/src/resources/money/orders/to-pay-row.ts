import { DUE_METHODS } from '@site/shared/contracts/orders.ts';
import * as v from 'valibot';

/** The stored part of Stripe's data about a boleto or Pix, while it can be paid. */
export const ToPayRowSchema = v.object({
  with: v.picklist(DUE_METHODS),
  by: v.nullable(v.string()),
  code: v.nullable(v.string()),
  url: v.nullable(v.string()),
  pdf_url: v.nullable(v.string()),
});

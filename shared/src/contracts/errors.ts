import * as v from 'valibot';
import { MoneySchema } from '../money/money.ts';
import { SessionIdSchema } from './checkout.ts';
import { EbookIdSchema } from './ebooks.ts';
import { ERROR_CODES } from './error-codes.ts';
import { BoughtEbookSchema } from './me.ts';
import { QuoteSchema } from './quote.ts';

/** The current price of a rejected cart line, with which the browser can correct it. */
export const PriceCorrectionSchema = v.object({ id: v.string(), unit: v.nullable(MoneySchema) });
export type PriceCorrection = v.InferOutput<typeof PriceCorrectionSchema>;

export const ErrorDetailSchema = v.object({
  code: v.picklist(ERROR_CODES),
  message: v.string(),
  requestId: v.string(),
  /** Paths of rejected fields, with a reason for each. */
  fields: v.optional(v.record(v.string(), v.string())),
  /** With `price_changed` and `ebook_unavailable`. `unit: null`: the book left the shop. */
  corrections: v.optional(v.array(PriceCorrectionSchema)),
  /** With `price_changed`: the cart's current quote. */
  quote: v.optional(QuoteSchema),
  /** With `already_paid`: the session of the existing payment, which its `/success` page shows. */
  sessionId: v.optional(SessionIdSchema),
  /** With `ebook_owned` and `ebook_pending`: the books in the cart that are not sold to this buyer again. */
  bought: v.optional(v.array(BoughtEbookSchema)),
  /** With `mail_not_taken`: the mail server's answer. */
  reason: v.optional(v.string()),
  /** With `name_taken` for a file: the book that already has this name. */
  ebook: v.optional(v.object({ id: EbookIdSchema, title: v.string() })),
});
export type ErrorDetail = v.InferOutput<typeof ErrorDetailSchema>;

/** The body of every error answer, except for the calls below. */
export const ErrorBodySchema = v.object({ error: ErrorDetailSchema });

/** The body of error answers of a few calls (`shared/docs/product/` 19.2): `error` is a sentence, and the code is a separate field. */
export const TextErrorBodySchema = v.object({ error: v.string(), ...v.omit(ErrorDetailSchema, ['message']).entries });

/** Matches a reason from our contracts, but no sentence of Valibot. */
const REASON = /^[a-z_]+$/;

/** Returns the rejected fields by path, each with a reason, for `fields` of an error answer. */
export const getRefusedFields = (issues: readonly v.BaseIssue<unknown>[]): Record<string, string> =>
  Object.fromEntries(
    issues.map((issue) => [
      v.getDotPath(issue) ?? 'body',
      issue.input === undefined ? 'required' : issue.type === 'check' || REASON.test(issue.message) ? issue.message : issue.type,
    ]),
  );

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
  /** The cart lines to correct, in an error with `price_changed` or `ebook_unavailable`. With `unit: null` the book left the shop. */
  corrections: v.optional(v.array(PriceCorrectionSchema)),
  /** The cart's current quote, in an error with the code `price_changed`. */
  quote: v.optional(QuoteSchema),
  /** The session whose `/success` page shows the existing payment, in an error with the code `already_paid`. */
  sessionId: v.optional(SessionIdSchema),
  /** The books of the cart that are not sold to this buyer again, in an error with `ebook_owned` or `ebook_pending`. */
  bought: v.optional(v.array(BoughtEbookSchema)),
  /** The mail server's answer, in an error with the code `mail_not_taken`. */
  reason: v.optional(v.string()),
  /** The book that already has the uploaded file's name, in an error with the code `name_taken`. */
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

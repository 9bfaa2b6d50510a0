import * as v from 'valibot';
import { MoneySchema } from '../money/money.ts';
import { SessionIdSchema } from './checkout.ts';
import { EbookIdSchema } from './ebooks.ts';
import { ERROR_CODES } from './error-codes.ts';
import { BoughtEbookSchema } from './me.ts';
import { QuoteSchema } from './quote.ts';

/** What a refused cart line costs now, so that the browser can correct it. */
export const PriceCorrectionSchema = v.object({ id: v.string(), unit: v.nullable(MoneySchema) });
export type PriceCorrection = v.InferOutput<typeof PriceCorrectionSchema>;

export const ErrorDetailSchema = v.object({
  code: v.picklist(ERROR_CODES),
  message: v.string(),
  requestId: v.string(),
  /** Paths of refused fields with a reason each. */
  fields: v.optional(v.record(v.string(), v.string())),
  /** With `price_changed` and `ebook_unavailable`. `unit: null` says that the book left the shop. */
  corrections: v.optional(v.array(PriceCorrectionSchema)),
  /** With `price_changed`: what the cart costs now. */
  quote: v.optional(QuoteSchema),
  /** With `already_paid`: the session of the payment that is there already; its `/success` page shows it. */
  sessionId: v.optional(SessionIdSchema),
  /** With `ebook_owned` and `ebook_pending`: the books of the cart that are not sold to its buyer again. */
  bought: v.optional(v.array(BoughtEbookSchema)),
  /** With `mail_not_taken`: what the mail server said. */
  reason: v.optional(v.string()),
  /** With `name_taken` for a file: the book that has the name. */
  ebook: v.optional(v.object({ id: EbookIdSchema, title: v.string() })),
});
export type ErrorDetail = v.InferOutput<typeof ErrorDetailSchema>;

/** The body of every failed answer, except of the calls below. */
export const ErrorBodySchema = v.object({ error: ErrorDetailSchema });

/** The body of failed answers of a few calls (`shared/docs/product/` 19.2): `error` is a sentence and the code stands beside it. */
export const TextErrorBodySchema = v.object({ error: v.string(), ...v.omit(ErrorDetailSchema, ['message']).entries });

/** A reason that the contract gives, and no sentence of the library. */
const REASON = /^[a-z_]+$/;

/** The refused fields of a value, by path, with a reason each: what a failed answer carries as `fields`. */
export const getRefusedFields = (issues: readonly v.BaseIssue<unknown>[]): Record<string, string> =>
  Object.fromEntries(
    issues.map((issue) => [
      v.getDotPath(issue) ?? 'body',
      issue.input === undefined ? 'required' : issue.type === 'check' || REASON.test(issue.message) ? issue.message : issue.type,
    ]),
  );

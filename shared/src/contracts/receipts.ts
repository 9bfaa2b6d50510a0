import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { MoneySchema } from '../money/money.ts';
import { parseTaxId, TAX_ID_KINDS } from '../tax-id/tax-id.ts';
import { LocaleSchema } from '../texts/locales.ts';
import { DaySchema } from './admin-lists.ts';
import type { Calls } from './calls.ts';
import { EbookIdSchema } from './ebooks.ts';
import { CONTACT_LIMITS } from './form-rules.ts';
import { GuestSchema } from './guest.ts';
import { createOptionalLineSchema } from './text.ts';

/** A receipt confirms a payment, a credit note a refund. */
export const RECEIPT_KINDS = ['receipt', 'credit'] as const;
export const RECEIPT_SERIES = ['R', 'NC'] as const;

/** A tax id as documents print it, with punctuation. Admins see it masked. */
const ShownTaxIdSchema = v.object({ kind: v.picklist(TAX_ID_KINDS), text: v.string() });

export const ReceiptSchema = v.object({
  series: v.picklist(RECEIPT_SERIES),
  /** The number of the receipt. The numbers of a series are consecutive, without gaps. */
  number: v.number(),
  kind: v.picklist(RECEIPT_KINDS),
  /** The number of the receipt whose amount this document changes. Null for the order's first receipt. */
  of: v.nullable(v.number()),
  /** Whether the document records a bank's decision on a dispute: the bank took the money, or returned it. */
  isOfDispute: v.optional(v.boolean(), false),
  /**
   * For the credit note of a refund that the owner made here: whether the buyer keeps the books, and words to the buyer. Null for all
   * others.
   */
  refund: v.optional(v.nullable(v.object({ keepsAccess: v.boolean(), reason: v.string() })), null),
  issuedAt: InstantSchema,
  total: MoneySchema,
  /** The seller's details when the receipt was issued; each may be empty. */
  seller: v.object({ legalName: v.string(), taxId: v.string(), address: v.string() }),
  buyer: v.object({ name: v.string(), email: v.string(), taxId: v.nullable(ShownTaxIdSchema) }),
  lines: v.array(
    v.object({
      /** The book's id. For a refund that names no book, the id, the title and the language are null. */
      ebookId: v.nullable(EbookIdSchema),
      title: v.nullable(v.string()),
      language: v.nullable(v.string()),
      quantity: v.number(),
      /** Sums of all copies: at list price, and paid or refunded. */
      list: MoneySchema,
      amount: MoneySchema,
    }),
  ),
});
export type Receipt = v.InferOutput<typeof ReceiptSchema>;

/** The name and tax id that a buyer wants on receipts, for the buyer; both may be empty. */
export const ReceiptBuyerSchema = v.object({ name: v.string(), taxId: v.string() });
export type ReceiptBuyer = v.InferOutput<typeof ReceiptBuyerSchema>;

/** Largest integer of the database column. */
const LARGEST_NUMBER = 2_147_483_647;

const buyerFields = {
  name: createOptionalLineSchema(CONTACT_LIMITS.name),
  /** A CPF, CNPJ or NIF, with or without punctuation, or empty. */
  taxId: v.pipe(
    v.string(),
    v.maxLength(30, 'too_long'),
    v.trim(),
    v.check((text) => text === '' || parseTaxId(text) !== null, 'tax_id'),
    v.transform((text) => parseTaxId(text)),
  ),
};
export const SaveReceiptBuyerSchema = v.object(buyerFields);
/** A guest's fields for the receipt of a purchase. */
export const SaveGuestReceiptBuyerSchema = v.object({ ...buyerFields, guest: GuestSchema });

/** `number`: the receipt that the admin saw. If another receipt is in force now: `changed_meanwhile`. */
export const ReplaceReceiptSchema = v.object({
  ...buyerFields,
  number: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(LARGEST_NUMBER)),
});

/** `GET /api/admin/receipts.csv`: first and last day of issue. `locale` decides headings, separator and decimal mark. */
export const ReceiptExportQuerySchema = v.object({
  from: v.optional(DaySchema),
  to: v.optional(DaySchema),
  locale: v.optional(LocaleSchema, 'pt-BR'),
});

export const receiptCalls = {
  'GET /api/me/receipt-buyer': { who: 'verified', answer: ReceiptBuyerSchema },
  'PUT /api/me/receipt-buyer': { who: 'verified', body: SaveReceiptBuyerSchema, answer: ReceiptBuyerSchema },
  'PUT /api/guest-receipt-buyer': { who: 'public', body: SaveGuestReceiptBuyerSchema, answer: ReceiptBuyerSchema },
  'GET /api/admin/receipts.csv': { who: { least: 'money', recent: true }, query: ReceiptExportQuerySchema },
} as const satisfies Calls;

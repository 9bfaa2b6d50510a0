import type { Receipt, ReceiptBuyer } from '@site/shared/contracts/receipts.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { formatTaxId, maskTaxId } from '@site/shared/tax-id/tax-id.ts';
import type { ReceiptBuyerRow, ReceiptRow } from './receipt-row.ts';

/** Converts a receipt. Only buyers may see their own tax ids in full. */
const toReceipt = (row: ReceiptRow, writeTaxId: typeof formatTaxId): Receipt => ({
  series: row.series,
  number: row.number,
  kind: row.kind,
  of: row.of_number,
  isOfDispute: row.dispute_id !== null,
  refund: row.refund && { keepsAccess: row.refund.keeps_access, reason: row.refund.reason },
  issuedAt: toInstant(row.issued_at),
  total: toMoney(row.total_minor, row.currency),
  seller: { legalName: row.seller.legal_name, taxId: row.seller.tax_id, address: row.seller.address },
  buyer: {
    name: row.buyer.name,
    email: row.buyer.email,
    taxId: row.buyer.tax_id && { kind: row.buyer.tax_id.kind, text: writeTaxId(row.buyer.tax_id) },
  },
  lines: row.lines.map(({ ebook_id, title, language, quantity, list_minor, minor }) => ({
    ebookId: ebook_id,
    title,
    language,
    quantity,
    list: toMoney(list_minor, row.currency),
    amount: toMoney(minor, row.currency),
  })),
});

export const toReceipts = (rows: readonly ReceiptRow[]): Receipt[] => rows.map((row) => toReceipt(row, formatTaxId));

/** Returns the receipts with masked tax ids, which can be recognized but not used. */
export const toMaskedReceipts = (rows: readonly ReceiptRow[]): Receipt[] => rows.map((row) => toReceipt(row, maskTaxId));

export const toReceiptBuyer = (row: ReceiptBuyerRow | null): ReceiptBuyer => ({
  name: row?.name ?? '',
  taxId: row?.tax_id ? formatTaxId(row.tax_id) : '',
});

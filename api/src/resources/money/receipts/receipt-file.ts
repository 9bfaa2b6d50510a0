import type { RECEIPT_KINDS } from '@site/shared/contracts/receipts.ts';
import { formatTaxId } from '@site/shared/tax-id/tax-id.ts';
import { defineTexts, type Locale } from '@site/shared/texts/locales.ts';
import { type CsvCell, csvAmount, csvMoment } from '../../../platform/csv.ts';
import type { ListedReceiptRow } from './receipt-row.ts';

type Kind = (typeof RECEIPT_KINDS)[number];

/** Texts of the accountant's file. */
export const receiptFileTexts = defineTexts(
  {
    filename: 'recibos',
    heading: [
      'Documento',
      'Tipo',
      'Sobre o recibo',
      'Emitido em',
      'Pedido',
      'Pago em',
      'Comprador',
      'E-mail',
      'CPF/CNPJ/NIF',
      'País',
      'Forma de pagamento',
      'Pagamento no Stripe',
      'Moeda',
      'Valor',
      'Tarifa',
      'Líquido',
      'Contestação no Stripe',
    ],
    kinds: { receipt: 'recibo', credit: 'nota de crédito' } satisfies Record<Kind, string>,
  },
  {
    filename: 'receipts',
    heading: [
      'Document',
      'Kind',
      'About receipt',
      'Issued at',
      'Order',
      'Paid at',
      'Buyer',
      'Email',
      'Tax id',
      'Country',
      'Paid with',
      'Stripe payment',
      'Currency',
      'Amount',
      'Fee',
      'Net',
      'Stripe dispute',
    ],
    kinds: { receipt: 'receipt', credit: 'credit note' },
  },
);

/**
 * Returns the cells of one document. Credit notes have negative amounts. The fee is empty until Stripe reports it, and appears only on the
 * order's first receipt.
 */
export function toReceiptLine(row: ListedReceiptRow, locale: Locale, timeZone: string): CsvCell[] {
  const minor = row.kind === 'receipt' ? row.total_minor : -row.total_minor;
  const amount = (value: number): CsvCell => ({ number: csvAmount(value, row.currency, locale) });
  return [
    `${row.series} ${row.number}`,
    receiptFileTexts[locale].kinds[row.kind],
    row.of_number === null ? '' : `R ${row.of_number}`,
    csvMoment(row.issued_at, timeZone),
    { number: String(row.order_number) },
    csvMoment(row.paid_at, timeZone),
    row.buyer.name,
    row.buyer.email,
    row.buyer.tax_id ? formatTaxId(row.buyer.tax_id) : '',
    row.country ?? '',
    row.payment_method?.type ?? '',
    row.payment_intent_id ?? '',
    row.currency,
    amount(minor),
    row.fee_minor === null ? '' : amount(row.fee_minor),
    amount(minor - (row.fee_minor ?? 0)),
    row.dispute_id ?? '',
  ];
}

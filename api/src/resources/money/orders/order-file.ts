import type { OrderState } from '@site/shared/contracts/orders.ts';
import { defineTexts, type Locale } from '@site/shared/texts/locales.ts';
import { type CsvCell, csvAmount, csvMoment } from '../../../platform/csv.ts';
import type { OrderRow } from './order-row.ts';

/** Texts of the orders file. */
export const orderFileTexts = defineTexts(
  {
    filename: 'pedidos',
    heading: ['Número', 'Data', 'Pago em', 'Situação', 'Nome', 'E-mail', 'Idioma', 'Itens', 'Moeda', 'Total', 'Reembolsado'],
    states: {
      open: 'aberto',
      waiting: 'aguardando pagamento',
      paid: 'pago',
      partly_refunded: 'reembolsado em parte',
      refunded: 'reembolsado',
      disputed: 'contestado',
      expired: 'expirado',
      failed: 'não pago',
      given: 'presente',
    } satisfies Record<OrderState, string>,
    lost: 'contestação perdida',
  },
  {
    filename: 'orders',
    heading: ['Number', 'Date', 'Paid at', 'Status', 'Name', 'Email', 'Language', 'Items', 'Currency', 'Total', 'Refunded'],
    states: {
      open: 'open',
      waiting: 'waiting for payment',
      paid: 'paid',
      partly_refunded: 'partly refunded',
      refunded: 'refunded',
      disputed: 'disputed',
      expired: 'expired',
      failed: 'not paid',
      given: 'gift',
    },
    lost: 'dispute lost',
  },
);

const isLost = ({ state, dispute_state }: OrderRow): boolean => state === 'disputed' && dispute_state === 'lost';

/** Returns the cells of one order, in the order of the heading. */
export const toOrderLine = (row: OrderRow, locale: Locale, timeZone: string): CsvCell[] => [
  { number: String(row.number) },
  csvMoment(row.created_at, timeZone),
  csvMoment(row.paid_at, timeZone),
  isLost(row) ? orderFileTexts[locale].lost : orderFileTexts[locale].states[row.state],
  row.buyer_name,
  row.buyer_email,
  row.locale,
  row.items.map((item) => (item.quantity > 1 ? `${item.quantity} × ${item.title}` : item.title)).join(', '),
  row.currency,
  { number: csvAmount(row.total_minor, row.currency, locale) },
  { number: csvAmount(row.refunded_minor, row.currency, locale) },
];

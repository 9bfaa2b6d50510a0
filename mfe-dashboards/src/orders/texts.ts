import type { OrderState } from '@site/shared/contracts/orders.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    date: 'Data',
    items: 'Itens',
    total: 'Total',
    state: 'Situação',
    states: {
      open: 'Pagamento não concluído',
      waiting: 'Aguardando pagamento',
      paid: 'Pago',
      partly_refunded: 'Reembolsado em parte',
      refunded: 'Reembolsado',
      disputed: 'Em contestação',
      expired: 'Expirado',
      failed: 'Pagamento não aprovado',
    } satisfies Record<OrderState, string>,
    refunded: (amount: string): string => `Reembolso de ${amount}`,
    copies: (quantity: number, price: string): string => `${quantity} × ${price}`,
  },
  {
    date: 'Date',
    items: 'Items',
    total: 'Total',
    state: 'Status',
    states: {
      open: 'Payment not finished',
      waiting: 'Waiting for payment',
      paid: 'Paid',
      partly_refunded: 'Partly refunded',
      refunded: 'Refunded',
      disputed: 'Disputed',
      expired: 'Expired',
      failed: 'Payment not approved',
    } satisfies Record<OrderState, string>,
    refunded: (amount: string): string => `${amount} refunded`,
    copies: (quantity: number, price: string): string => `${quantity} × ${price}`,
  },
);

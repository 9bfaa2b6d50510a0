import type { OrderState, PAYMENT_METHODS } from '@site/shared/contracts/orders.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';

type Method = (typeof PAYMENT_METHODS)[number];

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
      given: 'Presente',
    } satisfies Record<OrderState, string>,
    canceled: 'Pagamento cancelado',
    won: 'Contestação ganha',
    lost: 'Contestação perdida',
    returned: 'Devolvido pelo banco',
    takenBack: 'Acesso encerrado',
    refunded: (amount: string): string => `Reembolso de ${amount}`,
    methods: { card: 'Cartão', boleto: 'Boleto', pix: 'Pix', bank_debit: 'Débito em conta', other: 'Outra forma' } satisfies Record<
      Method,
      string
    >,
    endingIn: (last4: string): string => `final ${last4}`,
    copies: (quantity: number, price: string): string => `${quantity} × ${price}`,
  },
  {
    date: 'Date',
    items: 'Items',
    total: 'Total',
    state: 'Status',
    states: {
      open: 'Payment not completed',
      waiting: 'Waiting for payment',
      paid: 'Paid',
      partly_refunded: 'Partly refunded',
      refunded: 'Refunded',
      disputed: 'Disputed',
      expired: 'Expired',
      failed: 'Payment not approved',
      given: 'Gift',
    } satisfies Record<OrderState, string>,
    canceled: 'Payment canceled',
    won: 'Dispute won',
    lost: 'Dispute lost',
    returned: 'Returned by the bank',
    takenBack: 'Access ended',
    refunded: (amount: string): string => `${amount} refunded`,
    methods: { card: 'Card', boleto: 'Boleto', pix: 'Pix', bank_debit: 'Bank debit', other: 'Another method' } satisfies Record<
      Method,
      string
    >,
    endingIn: (last4: string): string => `ending in ${last4}`,
    copies: (quantity: number, price: string): string => `${quantity} × ${price}`,
  },
);

import { defineTexts } from '@site/shared/texts/locales.ts';

/** Texts of the analytics file. */
export const analyticsTexts = defineTexts(
  {
    filename: 'analises',
    from: 'De',
    to: 'Até',
    checkouts: 'Checkouts iniciados',
    paidCheckouts: 'Checkouts pagos',
    orders: 'Pedidos',
    revenue: (currency: string) => `Receita bruta (${currency})`,
    refunds: (currency: string) => `Reembolsos (${currency})`,
    fees: (currency: string) => `Taxas da Stripe (${currency})`,
    disputes: (currency: string) => `Contestações, com taxas (${currency})`,
    subscribed: 'Inscrições na newsletter',
    unsubscribed: 'Saídas da newsletter',
  },
  {
    filename: 'analytics',
    from: 'From',
    to: 'To',
    checkouts: 'Checkouts started',
    paidCheckouts: 'Checkouts paid',
    orders: 'Orders',
    revenue: (currency: string) => `Gross revenue (${currency})`,
    refunds: (currency: string) => `Refunds (${currency})`,
    fees: (currency: string) => `Stripe fees (${currency})`,
    disputes: (currency: string) => `Disputes, including fees (${currency})`,
    subscribed: 'Newsletter sign-ups',
    unsubscribed: 'Newsletter unsubscribes',
  },
);

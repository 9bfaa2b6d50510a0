import type { Ebook } from '../contracts/ebooks.ts';
import type { Order, OrderDetail } from '../contracts/orders.ts';
import { instant } from '../dates/dates.ts';
import { money } from '../money/money.ts';

/** A book; its id is made of its title. */
export function anEbook({ title = 'Raízes', brl = 3_490, ...rest }: Partial<Ebook> & { brl?: number } = {}): Ebook {
  const id = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const price = money(brl, 'BRL');
  return {
    id,
    title,
    description: `Sobre ${title}.\n\nSegundo parágrafo.`,
    author: 'Autora',
    price,
    prices: { BRL: price.minor, USD: money(690, 'USD').minor, NZD: money(1_190, 'NZD').minor },
    pages: 12,
    hasOutline: true,
    bytes: 1_258_291,
    language: 'pt-BR',
    filename: `${id}.pdf`,
    coverUrl: null,
    cover: null,
    createdAt: instant('2026-03-01T12:00:00Z'),
    ...rest,
  };
}

/** A paid order of one book. */
export const anOrder = (changes: Partial<Order> = {}): Order => ({
  id: 'order-1',
  number: 1042,
  date: instant('2026-03-01T12:00:00Z'),
  name: 'Cliente',
  email: 'cliente@semente.test',
  total: money(3_490, 'BRL'),
  refunded: money(0, 'BRL'),
  state: 'paid',
  disputeState: null,
  paidAt: instant('2026-03-01T12:01:00Z'),
  canceledAt: null,
  boleto: null,
  paymentMethod: { type: 'card', brand: 'visa', last4: '4242' },
  items: [{ ebookId: 'raizes', name: 'Raízes', language: 'pt-BR', quantity: 1, price: money(3_490, 'BRL'), format: 'PDF' }],
  ...changes,
});

/** The same order as its own page gets it: delivered, read, and its money could be had back. */
export const anOrderDetail = (changes: Partial<OrderDetail> = {}): OrderDetail => ({
  ...anOrder(),
  items: anOrder().items.map((item) => ({ ...item, access: 'readable', paidAlsoIn: null })),
  termsVersion: '2024-03-01',
  emailState: 'sent',
  canCancel: false,
  timeline: [
    { kind: 'created', at: instant('2026-03-01T12:00:00Z') },
    { kind: 'paid', at: instant('2026-03-01T12:01:00Z') },
    { kind: 'purchase_paid', at: instant('2026-03-01T12:02:00Z') },
  ],
  refundPending: money(0, 'BRL'),
  refundAsksBuyer: false,
  refundRequestedAt: null,
  canRequestRefund: true,
  ...changes,
});

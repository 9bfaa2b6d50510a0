import type { PublishedBrand } from '../contracts/content.ts';
import type { Ebook } from '../contracts/ebooks.ts';
import type { Order, OrderDetail } from '../contracts/orders.ts';
import type { Receipt } from '../contracts/receipts.ts';
import { toInstant } from '../dates/dates.ts';
import { palette } from '../design/palette.ts';
import { toMoney } from '../money/money.ts';

/** Returns a book whose id is derived from its title. */
export function anEbook({ title = 'Raízes', brl = 3_490, ...rest }: Partial<Ebook> & { brl?: number } = {}): Ebook {
  const id = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const price = toMoney(brl, 'BRL');
  return {
    id,
    title,
    description: `Sobre ${title}.\n\nSegundo parágrafo.`,
    author: 'Autora',
    price,
    currentPrices: { BRL: price.minor, USD: toMoney(690, 'USD').minor, NZD: toMoney(1_190, 'NZD').minor },
    pages: 12,
    hasOutline: true,
    bytes: 1_258_291,
    language: 'pt-BR',
    filename: `${id}.pdf`,
    coverUrl: null,
    cover: null,
    createdAt: toInstant('2026-03-01T12:00:00Z'),
    ...rest,
  };
}

/** Returns a published brand without pictures. */
export const aBrand = (changes: Partial<PublishedBrand & { version: string }> = {}): PublishedBrand & { version: string } => ({
  site: 'Raiz',
  author: 'Marina',
  form: 'specified',
  tagline: { 'pt-BR': '', en: '' },
  accent: palette.accent,
  portrait: null,
  logo: null,
  icon: null,
  social: null,
  version: '5d1f0c9a3b2e',
  ...changes,
});

/** Returns a paid order of one book. */
export const anOrder = (changes: Partial<Order> = {}): Order => ({
  id: 'order-1',
  number: 1042,
  date: toInstant('2026-03-01T12:00:00Z'),
  name: 'Cliente',
  email: 'cliente@semente.test',
  total: toMoney(3_490, 'BRL'),
  discounts: [],
  refunded: toMoney(0, 'BRL'),
  state: 'paid',
  disputeState: null,
  paidAt: toInstant('2026-03-01T12:01:00Z'),
  canceledAt: null,
  toPay: null,
  paymentMethod: { type: 'card', brand: 'visa', last4: '4242' },
  items: [
    {
      ebookId: 'raizes',
      name: 'Raízes',
      language: 'pt-BR',
      quantity: 1,
      gifts: 0,
      price: toMoney(3_490, 'BRL'),
      amount: toMoney(3_490, 'BRL'),
      format: 'PDF',
    },
  ],
  ...changes,
});

/** Returns the receipt of `anOrder`. */
export const aReceipt = (changes: Partial<Receipt> = {}): Receipt => ({
  series: 'R',
  number: 12,
  kind: 'receipt',
  of: null,
  isOfDispute: false,
  refund: null,
  issuedAt: toInstant('2026-03-01T12:01:00Z'),
  total: toMoney(3_490, 'BRL'),
  seller: { legalName: 'Alvorada Edições', taxId: 'CNPJ 1', address: 'Rua A, 1' },
  buyer: { name: 'Ana', email: 'cliente@semente.test', taxId: null },
  lines: [
    { ebookId: 'raizes', title: 'Raízes', language: 'pt-BR', quantity: 1, list: toMoney(3_490, 'BRL'), amount: toMoney(3_490, 'BRL') },
  ],
  ...changes,
});

/** Returns the order of `anOrder` with the data of its page: delivered, readable and refundable. */
export const anOrderDetail = (changes: Partial<OrderDetail> = {}): OrderDetail => ({
  ...anOrder(),
  items: anOrder().items.map((item) => ({ ...item, access: 'readable', paidAlsoIn: null })),
  termsVersion: '2024-03-01',
  emailState: 'sent',
  receiveBy: null,
  canCancel: false,
  timeline: [
    { kind: 'created', at: toInstant('2026-03-01T12:00:00Z') },
    { kind: 'paid', at: toInstant('2026-03-01T12:01:00Z') },
    { kind: 'purchase_paid', at: toInstant('2026-03-01T12:02:00Z') },
  ],
  refundPending: toMoney(0, 'BRL'),
  refundAsksBuyer: false,
  refundRequestedAt: null,
  refundDeclined: null,
  canRequestRefund: true,
  receipts: changes.paidAt === null ? [] : [aReceipt()],
  canChangeReceipt: false,
  ...changes,
});

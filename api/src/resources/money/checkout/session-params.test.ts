import { expect, onTestFinished, test, vi } from 'vitest';
import type { OrderRow } from '../orders/orders.service.ts';
import { buildSessionParams } from './session-params.ts';

const order: OrderRow = {
  id: '55644ce2-5cab-4671-bc91-39e334427e56',
  number: 1042,
  session_id: null,
  buyer_uid: 'uid-1',
  link_generation: null,
  buyer_email: 'ana@example.test',
  buyer_name: 'Ana',
  locale: 'pt-BR',
  currency: 'BRL',
  subtotal_minor: 5_980,
  discount_minor: 0,
  total_minor: 5_980,
  discounts: [],
  coupon: null,
  refunded_minor: 0,
  state: 'open',
  is_delivered: false,
  created_at: '2026-11-21T12:00:00.123456+00:00',
  paid_at: null,
  canceled_at: null,
  to_pay: null,
  payment_method: null,
  dispute_state: null,
  email: 'none',
  items: [
    {
      ebook_id: 'cafe',
      title: 'Café com Fé',
      quantity: 2,
      copies: [1, 2].map(() => ({ list_minor: 2_990, paid_minor: 2_990, is_gift: false, gift: null, reasons: [] })),
      language: 'pt-BR',
      filename: 'cafe.pdf',
      cover_version: 'v1',
    },
  ],
};
const env = { SITE_URL: 'https://example.test', SUPABASE_URL: 'https://data.example.test' };

test('the payment page shows the catalogue’s titles and amounts, and returns with the session in the URL', () => {
  expect(buildSessionParams(order, env, 'hosted')).toMatchObject({
    client_reference_id: order.id,
    customer_email: 'ana@example.test',
    locale: 'pt-BR',
    success_url: 'https://example.test/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://example.test/cancel',
    line_items: [
      {
        quantity: 2,
        price_data: {
          currency: 'brl',
          unit_amount: 2_990,
          product_data: {
            name: 'Café com Fé',
            images: ['https://data.example.test/storage/v1/object/public/store-assets/covers/cafe.v1.webp?v=v1'],
          },
        },
      },
    ],
  });
});

test("the payment frame has the same amounts and returns to the same page, without the hosted page's addresses", () => {
  const { success_url, cancel_url, ...same } = buildSessionParams(order, env, 'hosted');
  expect(cancel_url).toBe('https://example.test/cancel');
  expect(buildSessionParams(order, env, 'embedded')).toEqual({ ...same, ui_mode: 'embedded_page', return_url: success_url });
});

test('a repeated request for a payment page has the same parameters at any later time', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:01Z') });
  onTestFinished(() => void vi.useRealTimers());
  const first = buildSessionParams(order, env, 'hosted');
  vi.setSystemTime(Date.parse('2026-11-21T20:00:00Z'));
  expect(buildSessionParams({ ...order }, env, 'hosted')).toEqual(first);
  expect(first.expires_at).toBe(Date.parse('2026-11-22T11:00:00Z') / 1_000);
});

test("the buyer pays in the shelf's currency, whatever the account’s dashboard says", () => {
  expect(buildSessionParams(order, env, 'hosted').adaptive_pricing).toEqual({ enabled: false });
});

test('the payment page leaves out a cover that Stripe cannot load', () => {
  const params = buildSessionParams(order, { ...env, SUPABASE_URL: 'http://127.0.0.1:54321' }, 'hosted');
  expect(JSON.stringify(params)).not.toContain('images');
});

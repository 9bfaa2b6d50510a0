import { createHash } from 'node:crypto';
import type { OrderState } from '@site/shared/contracts/orders.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import { TERMS_VERSION } from '../../src/resources/site/content/default-content/terms.ts';
import { demoAccounts } from '../identity/demo-accounts.ts';
import type { DemoEbook } from './book.ts';
import { type DemoCustomer, demoCustomers } from './customers.ts';
import { randomOf } from './random.ts';

export type DemoOrderCopy = {
  id: string;
  order_id: string;
  ebook_id: string;
  no: number;
  title: string;
  list_minor: number;
  paid_minor: number;
  goodwill_minor: number;
};
export type DemoEntitlement = { copy_id: string; ebook_id: string; uid: string; granted_at: string; revoked_at: string | null };
export type DemoOrderEvent = {
  order_id: string;
  kind: 'failed' | 'refunded' | 'disputed';
  happened_at: string;
  amount_minor: number | null;
};
export type DemoDispute = {
  id: string;
  order_id: string;
  reason: 'fraudulent';
  state: 'needs_response' | 'lost';
  amount_minor: number;
  currency: Currency;
  due_by: string;
  opened_at: string;
  closed_at: string | null;
};
export type DemoOrder = {
  id: string;
  attempt_id: string;
  session_id: string;
  payment_intent_id: string | null;
  buyer_uid: string;
  buyer_email: string;
  buyer_name: string;
  locale: 'pt-BR' | 'en';
  currency: Currency;
  subtotal_minor: number;
  total_minor: number;
  refunded_minor: number;
  state: OrderState;
  terms_version: string;
  created_at: string;
  paid_at: string | null;
  payment_method: { type: 'card'; brand: 'visa'; last4: '4242' } | null;
  checked_at: string;
};
/** Rows for the tables of the same names, oldest order first. */
export type DemoSales = {
  orders: DemoOrder[];
  copies: DemoOrderCopy[];
  entitlements: DemoEntitlement[];
  events: DemoOrderEvent[];
  disputes: DemoDispute[];
};

type Line = { ebook: DemoEbook; quantity: number };
type Sale = { key: string; customer: DemoCustomer; at: number; state: OrderState; lines: Line[] };

const SEED = 20_261_121;
const ORDERS = 400;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Time limit for answering a dispute. */
const ANSWER_MS = 7 * DAY;
/** São Paulo has had no daylight saving time since 2019. */
const SAO_PAULO_OFFSET = -3 * 60 * MINUTE;
/** Age in minutes of the orders of today, so that today's figures are not zero. */
const TODAY = [18, 96, 214];

const STATES: readonly (readonly [state: OrderState, weight: number])[] = [
  ['paid', 880],
  ['expired', 52],
  ['refunded', 28],
  ['failed', 18],
  ['disputed', 12],
  ['partly_refunded', 10],
];

/** For each final state of an order, the event that the order's page shows. */
const EVENT_OF: Partial<Record<OrderState, DemoOrderEvent['kind']>> = {
  failed: 'failed',
  disputed: 'disputed',
  refunded: 'refunded',
  partly_refunded: 'refunded',
};

/** The demo customer's purchases: five books, one of them refunded. */
const CUSTOMER_PURCHASES: readonly { daysAgo: number; state: OrderState; books: readonly string[] }[] = [
  { daysAgo: 330, state: 'paid', books: ['raizes-que-sustentam'] },
  { daysAgo: 201, state: 'paid', books: ['rute-uma-leitura-devagar', 'trinta-manhas-com-os-salmos'] },
  { daysAgo: 96, state: 'refunded', books: ['o-sabado-possivel'] },
  { daysAgo: 12, state: 'paid', books: ['jardim-interior'] },
];

const hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns a UUID for `text`, always the same one (version 8, made of our own digest). */
function uuidOf(text: string): string {
  const digest = hex(text);
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

function pick<T>(choices: readonly (readonly [T, number])[], next: () => number): T {
  let rest = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [choice, weight] of choices) {
    rest -= weight;
    if (rest < 0) return choice;
  }
  const last = choices.at(-1);
  if (!last) throw new RangeError('nothing to pick from');
  return last[0];
}

function basket(ebooks: readonly DemoEbook[], at: number, next: () => number): Line[] {
  const onSale = ebooks.filter(({ createdAt }) => Date.parse(createdAt) < at);
  const size = Math.min(
    onSale.length,
    pick(
      [
        [1, 72],
        [2, 21],
        [3, 7],
      ],
      next,
    ),
  );
  const lines: Line[] = [];
  while (lines.length < size) {
    const left = onSale.filter((ebook) => !lines.some((line) => line.ebook === ebook));
    const ebook = pick(
      left.map((choice) => [choice, choice.popularity] as const),
      next,
    );
    lines.push({
      ebook,
      quantity: pick(
        [
          [1, 94],
          [2, 5],
          [3, 1],
        ],
        next,
      ),
    });
  }
  return lines;
}

/**
 * Returns the time of an order. Recent times are more frequent than those a year ago. Orders older than two days were not made at night.
 */
function moment(now: number, next: () => number): number {
  const ago = 365 * next() ** 1.35;
  const at = now - ago * DAY;
  const hour = 7 + next() * 16;
  if (ago < 2) return at;
  const midnight = Math.floor((at + SAO_PAULO_OFFSET) / DAY) * DAY - SAO_PAULO_OFFSET;
  return midnight + hour * 60 * MINUTE;
}

function sales(ebooks: readonly DemoEbook[], now: number): Sale[] {
  const next = randomOf(SEED);
  const sale = (index: number, at: number, state: OrderState): Sale => {
    const customer = demoCustomers[Math.floor(next() * demoCustomers.length)];
    if (!customer) throw new RangeError('there are no demo customers');
    return { key: `order ${index}`, customer, at, state, lines: basket(ebooks, at, next) };
  };
  const year = Array.from({ length: ORDERS - TODAY.length }, (_, index) => sale(index, moment(now, next), pick(STATES, next)));
  const today = TODAY.map((minutes, index) => sale(year.length + index, now - minutes * MINUTE, 'paid'));
  const { uid, email, name } = demoAccounts.customer;
  const own = CUSTOMER_PURCHASES.map(({ daysAgo, state, books }): Sale => {
    const lines = ebooks.filter(({ id }) => books.includes(id)).map((ebook) => ({ ebook, quantity: 1 }));
    return {
      key: `demo customer ${daysAgo}`,
      customer: { uid, email, name, locale: 'pt-BR', currency: 'BRL' },
      at: now - daysAgo * DAY,
      state,
      lines,
    };
  });
  return [...year, ...today, ...own].filter(({ lines }) => lines.length > 0).sort((a, b) => a.at - b.at);
}

/** Returns the dispute of an order. It is lost when it was not answered in time. */
function disputeOf(key: string, order: Pick<DemoOrder, 'id' | 'total_minor' | 'currency'>, openedAt: string, now: Date): DemoDispute {
  const dueBy = new Date(Date.parse(openedAt) + ANSWER_MS);
  return {
    id: `du_d${hex(`dispute of ${key}`).slice(0, 24)}`,
    order_id: order.id,
    reason: 'fraudulent',
    state: dueBy > now ? 'needs_response' : 'lost',
    amount_minor: order.total_minor,
    currency: order.currency,
    due_by: dueBy.toISOString(),
    opened_at: openedAt,
    closed_at: dueBy > now ? null : dueBy.toISOString(),
  };
}

const isPaidFor = (state: OrderState): boolean => state !== 'expired' && state !== 'failed' && state !== 'open' && state !== 'waiting';

/**
 * Returns a year of orders before `now` by fictional readers, and the demo customer's own orders. The same books and time give the same
 * orders, and the ids do not depend on the time.
 */
export function demoSales(ebooks: readonly DemoEbook[], now: Date): DemoSales {
  const result: DemoSales = { orders: [], copies: [], entitlements: [], events: [], disputes: [] };
  const owned = new Set<string>();
  for (const { key, customer, at, state, lines } of sales(ebooks, now.getTime())) {
    const id = uuidOf(key);
    const isPaid = isPaidFor(state);
    const createdAt = new Date(at).toISOString();
    const paidAt = new Date(Math.min(at + 3 * MINUTE, now.getTime())).toISOString();
    let total = 0;
    const copies = lines.flatMap(({ ebook, quantity }) => {
      const unit = ebook.listPrices[customer.currency];
      if (unit === undefined) throw new RangeError(`${ebook.id} has no price in ${customer.currency}`);
      return Array.from({ length: quantity }, (_, index): DemoOrderCopy => {
        const before = total;
        total += unit;
        // Half of each copy's price, rounded so that the halves of all copies add up to half of the order's total.
        const half = Math.floor(total / 2) - Math.floor(before / 2);
        return {
          id: uuidOf(`copy ${index} of ${ebook.id} in ${key}`),
          order_id: id,
          ebook_id: ebook.id,
          no: index + 1,
          title: ebook.title,
          list_minor: unit,
          paid_minor: unit,
          goodwill_minor: state === 'refunded' ? unit : state === 'partly_refunded' ? half : 0,
        };
      });
    });
    const refunded = state === 'refunded' ? total : state === 'partly_refunded' ? Math.floor(total / 2) : 0;
    const isRevoked = state === 'refunded' || state === 'disputed';
    const revokedAt = new Date(Math.min(at + 5 * DAY, now.getTime())).toISOString();
    result.orders.push({
      id,
      attempt_id: uuidOf(`attempt of ${key}`),
      session_id: `cs_test_d${hex(`session of ${key}`).slice(0, 40)}`,
      payment_intent_id: isPaid ? `pi_d${hex(`payment of ${key}`).slice(0, 24)}` : null,
      buyer_uid: customer.uid,
      buyer_email: customer.email,
      buyer_name: customer.name,
      locale: customer.locale,
      currency: customer.currency,
      subtotal_minor: total,
      total_minor: total,
      refunded_minor: refunded,
      state,
      terms_version: TERMS_VERSION,
      created_at: createdAt,
      paid_at: isPaid ? paidAt : null,
      payment_method: isPaid ? { type: 'card', brand: 'visa', last4: '4242' } : null,
      checked_at: isRevoked ? revokedAt : paidAt,
    });
    result.copies.push(...copies);
    if (state === 'disputed') {
      result.disputes.push(disputeOf(key, { id, total_minor: total, currency: customer.currency }, revokedAt, now));
    }
    const kind = EVENT_OF[state];
    if (kind) {
      const amount_minor = kind === 'refunded' ? refunded : null;
      result.events.push({ order_id: id, kind, happened_at: isRevoked ? revokedAt : paidAt, amount_minor });
    }
    if (!isPaid) continue;
    for (const copy of copies) {
      const right = `${customer.uid} ${copy.ebook_id}`;
      if (copy.no > 1 || owned.has(right)) continue;
      if (!isRevoked) owned.add(right);
      result.entitlements.push({
        copy_id: copy.id,
        ebook_id: copy.ebook_id,
        uid: customer.uid,
        granted_at: paidAt,
        revoked_at: isRevoked ? revokedAt : null,
      });
    }
  }
  return result;
}

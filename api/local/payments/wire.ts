import type Stripe from 'stripe';
import type { StripeEvents } from './schema/roots.ts';

type Resource = { id: string; object: string };
/** An exact number of the SDK, which is sent as a string of digits. */
type DecimalLike = { toFixed: (...args: never[]) => string; isZero: () => boolean };

/** An expandable field as stored, and as sent by default: only the id. */
type Unexpanded<T> = string extends Extract<T, string> ? Exclude<T, Resource> : T;

/** The JSON of an SDK type: decimals as strings, expandable fields as ids, and without fields that the SDK adds itself. */
export type Wire<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends DecimalLike
    ? string
    : T extends readonly (infer Item)[]
      ? Wire<Item>[]
      : T extends object
        ? { [K in keyof T as K extends 'lastResponse' ? never : K]: Wire<Unexpanded<T[K]>> }
        : T;

export type Session = Omit<Wire<Stripe.Checkout.Session>, 'line_items'>;
export type LineItem = Wire<Stripe.LineItem>;
export type Product = Wire<Stripe.Product>;
export type Price = Wire<Stripe.Price>;
export type PaymentIntent = Wire<Stripe.PaymentIntent>;
export type Charge = Wire<Stripe.Charge>;
export type Refund = Wire<Stripe.Refund>;
export type Dispute = Wire<Stripe.Dispute>;
export type BalanceTransaction = Wire<Stripe.BalanceTransaction>;
export type Payout = Wire<Stripe.Payout>;

export type EventType = keyof StripeEvents;
/** The object that an event of type `T` is about. */
export type EventSubject<T extends EventType> = Wire<Omit<StripeEvents[T]['data']['object'], 'line_items'>>;

export type StripeEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: Resource; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: EventType;
};

export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string };

import { Journal } from '../../journal.ts';
import type { DelayedMethod } from '../checkout/payment-methods.ts';
import type { Charge, Dispute, LineItem, PaymentIntent, Payout, Price, Product, Refund, Session, StripeEvent } from '../wire.ts';

/** What Stripe keeps to itself about a checkout session; `id` is the session's. */
export type Checkout = {
  id: string;
  lineItems: LineItem[];
  intent: { metadata: Record<string, string>; description: string | null; receiptEmail: string | null };
  /** The test card whose bank asks for 3-D Secure. */
  challenge: { card: string; name: string } | null;
  /** The method that was chosen and whose money comes by itself. */
  delayedMethod: DelayedMethod | 'pix' | null;
};

export type Delivery = {
  /** The event's id. */
  id: string;
  type: string;
  /** The object that the event is about. */
  subject: string;
  state: 'pending' | 'delivered' | 'failed';
  attempts: { at: string; status: number | null }[];
  /** Milliseconds since the epoch; null when nothing more will be tried. */
  nextAttemptAt: number | null;
};

/** The answer that an idempotency key repeats; `id` is the key. */
export type RememberedAnswer = { id: string; fingerprint: string; at: number; status: number; body: string; requestId: string };

type Collections = {
  products: Product;
  prices: Price;
  sessions: Session;
  checkouts: Checkout;
  intents: PaymentIntent;
  charges: Charge;
  refunds: Refund;
  disputes: Dispute;
  payouts: Payout;
  events: StripeEvent;
  deliveries: Delivery;
  answers: RememberedAnswer;
};
type Name = keyof Collections;

/** Values are replaced, never changed in place: what an event or an answer shows stays what it was. */
export type Collection<T> = {
  get: (id: string) => Readonly<T> | undefined;
  put: (value: T) => T;
  delete: (id: string) => void;
  /** In the order in which they were first put. */
  values: () => Readonly<T>[];
};
export type Store = { readonly [N in Name]: Collection<Collections[N]> } & {
  /** Replaces the file on disk by the present state; called when the process ends. */
  save: () => void;
  /** Removes the file; nothing is written into it any more. */
  remove: () => void;
};

const NAMES = [
  'products',
  'prices',
  'sessions',
  'checkouts',
  'intents',
  'charges',
  'refunds',
  'disputes',
  'payouts',
  'events',
  'deliveries',
  'answers',
] as const satisfies readonly Name[];

/** Lines after which the file is replaced by the present state, so that it does not grow for ever. */
const LINES_BEFORE_REWRITE = 50_000;

/** The state of the local Stripe: in memory, and in the file `path` when one is given. */
export function openStore(path?: string): Store {
  const journal = path ? new Journal(path) : undefined;
  const contents = Object.fromEntries(NAMES.map((name) => [name, new Map<string, { id: string }>()])) as Record<
    Name,
    Map<string, { id: string }>
  >;

  for (const entry of journal?.read() ?? []) {
    const [name, value, isDeleted] = entry as [Name, { id: string }, boolean?];
    if (isDeleted) contents[name].delete(value.id);
    else contents[name].set(value.id, value);
  }

  function* entries(): Generator<unknown> {
    for (const name of NAMES) for (const value of contents[name].values()) yield [name, value];
  }

  let lines = 0;
  function save(): void {
    lines = 0;
    journal?.rewrite(entries());
  }
  function record(entry: unknown): void {
    journal?.append(entry);
    lines += 1;
    if (lines >= LINES_BEFORE_REWRITE) save();
  }

  function collection<N extends Name>(name: N): Collection<Collections[N]> {
    const content = contents[name] as Map<string, Collections[N]>;
    return {
      get: (id) => content.get(id),
      put: (value) => {
        content.set(value.id, value);
        record([name, value]);
        return value;
      },
      delete: (id) => {
        if (content.delete(id)) record([name, { id }, true]);
      },
      values: () => [...content.values()],
    };
  }

  return {
    products: collection('products'),
    prices: collection('prices'),
    sessions: collection('sessions'),
    checkouts: collection('checkouts'),
    intents: collection('intents'),
    charges: collection('charges'),
    refunds: collection('refunds'),
    disputes: collection('disputes'),
    payouts: collection('payouts'),
    events: collection('events'),
    deliveries: collection('deliveries'),
    answers: collection('answers'),
    save,
    remove: () => journal?.remove(),
  };
}

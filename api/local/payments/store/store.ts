import { Journal } from '../../journal.ts';
import type { DelayedMethod } from '../checkout/payment-methods.ts';
import type { Charge, Dispute, LineItem, PaymentIntent, Payout, Price, Product, Refund, Session, StripeEvent } from '../wire.ts';

/** Internal data of a checkout session, which Stripe does not publish. `id` is the session's id. */
export type Checkout = {
  id: string;
  lineItems: LineItem[];
  intent: { metadata: Record<string, string>; description: string | null; receiptEmail: string | null };
  /** The test card whose bank requires 3-D Secure. */
  challenge: { card: string; name: string } | null;
  /** The chosen method whose money arrives later. */
  delayedMethod: DelayedMethod | 'pix' | null;
};

export type Delivery = {
  /** Id of the event. */
  id: string;
  type: string;
  /** Id of the object that the event is about. */
  subject: string;
  state: 'pending' | 'delivered' | 'failed';
  attempts: { at: string; status: number | null }[];
  /** Milliseconds since the epoch. Null when no further attempt follows. */
  nextAttemptAt: number | null;
};

/** The response that an idempotency key repeats. `id` is the key. */
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

/** A collection of values. Values are replaced and never mutated, so that events and responses keep what they showed. */
export type Collection<T> = {
  get: (id: string) => Readonly<T> | undefined;
  put: (value: T) => T;
  delete: (id: string) => void;
  /** Returns all values in the order of their first insertion. */
  values: () => Readonly<T>[];
};
export type Store = { readonly [N in Name]: Collection<Collections[N]> } & {
  /** Writes the current state to disk. Called when the process ends. */
  save: () => void;
  /** Removes the file and stops writing to it. */
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

/** Number of lines after which the file is rewritten with the current state, so that it does not grow forever. */
const LINES_BEFORE_REWRITE = 50_000;

/** Opens the state of the local Stripe: in memory, and in the file `path` if given. */
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

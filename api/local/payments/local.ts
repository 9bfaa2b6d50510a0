import type { LocalStripeOptions } from './options.ts';
import type { Store } from './store/store.ts';
import type { Emit } from './webhooks/events.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** What every part of the local Stripe works with. */
export type Local = {
  options: LocalStripeOptions;
  store: Store;
  webhooks: Webhooks;
  emit: Emit;
  /** Seconds since the epoch, as Stripe counts. */
  seconds: () => number;
};

import type { LocalStripeOptions } from './options.ts';
import type { Store } from './store/store.ts';
import type { Emit } from './webhooks/events.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** The dependencies of every part of the local Stripe. */
export type Local = {
  options: LocalStripeOptions;
  store: Store;
  webhooks: Webhooks;
  emit: Emit;
  /** The account's Pix permissions: `on`, `without_iof` (only with the tax added to the price), or `off`. */
  account: { pix: 'on' | 'without_iof' | 'off' };
  /** Returns the current time in seconds since the epoch. */
  seconds: () => number;
  /** Resets to an empty account. */
  forget: () => Promise<void>;
};

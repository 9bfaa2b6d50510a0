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
  /** What Stripe lets the account do with Pix: all of it, only with the tax on top of the price, or nothing. */
  account: { pix: 'on' | 'without_iof' | 'off' };
  /** Seconds since the epoch, as Stripe counts. */
  seconds: () => number;
  /** Goes on as an account in which nothing ever happened. */
  forget: () => Promise<void>;
};

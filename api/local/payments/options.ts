export type LocalStripeOptions = {
  /** URL of the hosted page for browsers, without a trailing slash. */
  publicUrl: string;
  /** The only key that the API accepts, which must be a test key. */
  secretKey: string;
  /** The key for pages. It can read a payment by the payment's client secret, and nothing else. */
  publishableKey?: string;
  /** The file with the state. If no file is named, the state is kept in memory. */
  statePath?: string;
  /** The webhook's URL and signing secret. If there is no webhook, no events are sent. */
  webhook?: { url: string; secret: string };
  /** Delays between the attempts of one delivery. */
  retryDelaysMs?: readonly number[];
  /** Milliseconds that the hosted page waits for the first response to `checkout.session.completed`. */
  holdRedirectMs?: number;
  /** Returns the current time in milliseconds since the epoch. */
  now?: () => number;
  log?: (message: string) => void;
};

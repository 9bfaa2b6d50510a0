export type LocalStripeOptions = {
  /** Where browsers reach the hosted page, without a slash at the end. */
  publicUrl: string;
  /** The one key that the API takes; a test key. */
  secretKey: string;
  /** The key that pages have: with it a payment's client secret reads that payment, and nothing else is answered. */
  publishableKey?: string;
  /** The file that keeps the state; none keeps it in memory. */
  statePath?: string;
  /** Where events go, and the secret that signs them; without it nothing is sent. */
  webhook?: { url: string; secret: string };
  /** Waits between the attempts of one delivery. */
  retryDelaysMs?: readonly number[];
  /** How long the hosted page waits for the first answer to `checkout.session.completed`. */
  holdRedirectMs?: number;
  /** Milliseconds since the epoch. */
  now?: () => number;
  log?: (message: string) => void;
};

import { parseUrl } from '@site/shared/paths/parse-url.ts';
import { trustScripts } from '../trusted-scripts.ts';

/** After this time, in milliseconds, the script counts as blocked. */
const LIMIT_MS = 4_000;

/** Stripe's script adds further scripts from its own origin and from this origin. */
const CHECKOUT_ORIGIN = 'https://checkout.stripe.com';

let loading: Promise<void> | null = null;

/**
 * Adds the payment provider's script at `address` to the page, once. Rejects if it fails to load, defines nothing, violates the document's
 * policy, or takes more than four seconds.
 */
export function loadPaymentScript(address: string): Promise<void> {
  loading ??= load(address);
  return loading;
}

async function load(address: string): Promise<void> {
  const { origin } = new URL(address);
  trustScripts((url) => [origin, CHECKOUT_ORIGIN].includes(parseUrl(url)?.origin ?? ''));
  const script = document.createElement('script');
  script.src = address;
  await new Promise<void>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('the payment script does not answer')), LIMIT_MS);
    script.onload = () => {
      clearTimeout(limit);
      if ('Stripe' in globalThis) resolve();
      else reject(new Error('the payment script is empty'));
    };
    script.onerror = () => {
      clearTimeout(limit);
      reject(new Error('the payment script did not load'));
    };
    document.head.append(script);
  });
}

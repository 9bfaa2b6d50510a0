// The stand-in for Stripe: API, hosted payment page and signed webhooks on this machine. No money moves.
import { join } from 'node:path';
import { runStandIn } from '../stand-in.ts';
import { readPaymentsEnv } from './env.ts';
import { createLocalStripe } from './local-stripe.ts';

await runStandIn('payments', async () => {
  const env = readPaymentsEnv(process.env);
  const stripe = createLocalStripe({
    publicUrl: env.PUBLIC_URL,
    secretKey: env.STRIPE_SECRET_KEY,
    publishableKey: env.STRIPE_PUBLISHABLE_KEY,
    statePath: join(env.STATE_DIR, 'payments.jsonl'),
    webhook: { url: env.WEBHOOK_URL, secret: env.STRIPE_WEBHOOK_SECRET },
    log: (message) => process.stdout.write(`${message}\n`),
  });
  await stripe.listen(env.PAYMENTS_PORT);
  return stripe.close;
});

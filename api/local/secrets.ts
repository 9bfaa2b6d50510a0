import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Keys between the processes of this machine, in the form of each provider's test keys. */
export type Secrets = {
  supabasePublishableKey: string;
  supabaseSecretKey: string;
  stripePublishableKey: string;
  stripeSecretKey: string;
  stripeWebhookSecret: string;
  youtubeApiKey: string;
};

const random = () => randomBytes(24).toString('hex');

/** The secrets in `file`, made at the first call and readable by their owner only. */
export function loadSecrets(file: string): Secrets {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const secrets: Secrets = {
    supabasePublishableKey: `sb_publishable_${random()}`,
    supabaseSecretKey: `sb_secret_${random()}`,
    stripePublishableKey: `pk_test_${random()}`,
    stripeSecretKey: `sk_test_${random()}`,
    stripeWebhookSecret: `whsec_${random()}`,
    youtubeApiKey: `AIza${random()}`,
  };
  writeFileSync(file, JSON.stringify(secrets, null, 1), { mode: 0o600 });
  return secrets;
}

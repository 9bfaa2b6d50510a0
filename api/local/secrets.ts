import { randomBytes } from 'node:crypto';
import { readWhole, writeWhole } from './state-files.ts';

/** Keys that the processes of this machine share, in the format of each provider's test keys. */
export type Secrets = {
  supabasePublishableKey: string;
  supabaseSecretKey: string;
  stripePublishableKey: string;
  stripeSecretKey: string;
  stripeWebhookSecret: string;
  youtubeApiKey: string;
  linksSecret: string;
  mailboxPassword: string;
};

const random = () => randomBytes(24).toString('hex');

/** Returns the secrets in `file`, which only its owner can read. Missing secrets are created. */
export function loadSecrets(file: string): Secrets {
  const known: Partial<Secrets> = (readWhole(file) as Partial<Secrets> | null) ?? {};
  const secrets: Secrets = {
    supabasePublishableKey: `sb_publishable_${random()}`,
    supabaseSecretKey: `sb_secret_${random()}`,
    stripePublishableKey: `pk_test_${random()}`,
    stripeSecretKey: `sk_test_${random()}`,
    stripeWebhookSecret: `whsec_${random()}`,
    youtubeApiKey: `AIza${random()}`,
    linksSecret: random(),
    mailboxPassword: random(),
    ...known,
  };
  if (Object.keys(secrets).length > Object.keys(known).length) {
    writeWhole(file, JSON.stringify(secrets, null, 1));
  }
  return secrets;
}

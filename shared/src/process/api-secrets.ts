/**
 * Variables that the public process must never have: keys of the API's services, of the database and of the releaser. Code in the shell's
 * server, including that of a remote, can read the whole environment.
 */
export const API_SECRETS = [
  'SUPABASE_SECRET_KEY',
  'DATABASE_URL',
  'POSTGRES_PASSWORD',
  'JWT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'CAMPAIGNS_SMTP_URL',
  'MAILBOX_URL',
  'LINKS_SECRET',
  'PURGE_TOKEN',
  'YOUTUBE_API_KEY',
  'RELEASE_PRIVATE_KEY',
] as const;

/**
 * What the public process must never know: keys of the services behind the API, of the database and of the releaser. Code that runs in the
 * shell's server, such as that of a remote, reads its whole environment.
 */
export const API_SECRETS = [
  'SUPABASE_SECRET_KEY',
  'DATABASE_URL',
  'POSTGRES_PASSWORD',
  'JWT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'LETTERS_SMTP_URL',
  'MAILBOX_URL',
  'LINKS_SECRET',
  'PURGE_TOKEN',
  'YOUTUBE_API_KEY',
  'RELEASE_PRIVATE_KEY',
] as const;

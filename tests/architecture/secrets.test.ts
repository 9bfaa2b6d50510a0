import { API_SECRETS } from '@site/shared/process/api-secrets.ts';
import { expect, test } from 'vitest';
import { environmentsOf } from '../../api/local/environment.ts';
import { API_VARIABLES } from '../../api/src/platform/env.ts';
import { SHELL_VARIABLES } from '../../shell/server/env.ts';

/** Variables that only the API reads and that are not secret. A new variable of the API must be added here or to the secrets. */
const NO_SECRETS = [
  ...['API_PORT', 'API_HOST', 'TRUSTED_PROXIES', 'SUPABASE_URL', 'FIREBASE_JWKS_URL', 'FIREBASE_AUTH_EMULATOR_HOST', 'STRIPE_API_URL'],
  ...[
    'SITE_NAME',
    'AUTHOR_NAME',
    'MAIL_FROM',
    'CAMPAIGNS_FROM',
    'CAMPAIGNS_PER_SECOND',
    'ADMIN_EMAILS',
    'CONTACT_EMAIL',
    'SITE_TIME_ZONE',
    'DEFAULT_CURRENCY',
    'PASSWORD_RANGES_URL',
    'PURGE_URL',
    'YOUTUBE_API_URL',
    'YOUTUBE_CHANNEL_ID',
  ],
  ...['SPOTIFY_SHOW_URL', 'INSTAGRAM_URL'],
];
const secrets: readonly string[] = API_SECRETS;

test('each variable that only the API reads is listed as secret or not secret', () => {
  const own = API_VARIABLES.filter((name) => !SHELL_VARIABLES.includes(name));
  expect(own.filter((name) => secrets.includes(name) === NO_SECRETS.includes(name))).toEqual([]);
});

test('the shell’s server reads none of the secrets', () => {
  expect(SHELL_VARIABLES.filter((name) => secrets.includes(name))).toEqual([]);
});

test('on this machine only the API and the stand-ins get secrets', () => {
  const ports = { site: 1, api: 2, data: 3, identity: 4, payments: 5, smtp: 6, inbox: 7, videos: 8, imap: 9 };
  const known = new Proxy({} as Parameters<typeof environmentsOf>[0]['secrets'], { get: (_, name) => `secret ${String(name)}` });
  const environments = environmentsOf({
    dir: '/tmp/site',
    ports,
    secrets: known,
    releases: '/tmp/releases',
    releaseKey: 'public',
    watch: true,
  });
  const given = Object.entries(environments).map(([name, variables]) => [
    name,
    Object.keys(variables).filter((key) => secrets.includes(key)),
  ]);
  expect(Object.fromEntries(given)).toEqual({
    shell: [],
    mail: [],
    build: [],
    // The identity stand-in sends emails with links, so it needs the mail server.
    identity: ['SMTP_URL'],
    data: ['SUPABASE_SECRET_KEY'],
    payments: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    videos: ['YOUTUBE_API_KEY'],
    seed: ['SUPABASE_SECRET_KEY', 'STRIPE_SECRET_KEY'],
    api: [
      'SUPABASE_SECRET_KEY',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'SMTP_URL',
      'MAILBOX_URL',
      'LINKS_SECRET',
      'YOUTUBE_API_KEY',
    ],
  });
});

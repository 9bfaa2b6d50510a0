import { expect, test } from 'vitest';
import { readEachVariable, readEnv } from './env.ts';

const complete = {
  API_PORT: '3001',
  SITE_URL: 'http://localhost:3000/',
  SITE_NAME: 'Um Site',
  AUTHOR_NAME: 'Uma Autora',
  SUPABASE_URL: 'http://127.0.0.1:54321',
  SUPABASE_SECRET_KEY: 'sb_secret_x',
  FIREBASE_PROJECT_ID: 'demo-site',
  FIREBASE_JWKS_URL: 'http://127.0.0.1:9099/emulator/jwks.json',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  STRIPE_API_URL: 'http://127.0.0.1:12111',
  SMTP_URL: 'smtp://127.0.0.1:1025',
  MAIL_FROM: 'Um Site <ola@example.test>',
  ADMIN_EMAILS: 'Um@example.test, dois@example.test',
  LINKS_SECRET: 'l'.repeat(32),
  CONTACT_EMAIL: 'Contato@example.test',
};
const production = {
  ...complete,
  NODE_ENV: 'production',
  SITE_URL: 'https://example.test',
  SUPABASE_URL: 'https://data.example.test',
  FIREBASE_PROJECT_ID: 'site',
  FIREBASE_JWKS_URL: '',
  STRIPE_API_URL: '',
  STRIPE_SECRET_KEY: 'sk_live_x',
};

test('the configuration parses numbers, lists and addresses', () => {
  expect(readEnv(complete)).toMatchObject({
    NODE_ENV: 'development',
    API_PORT: 3001,
    SITE_URL: 'http://localhost:3000',
    ADMIN_EMAILS: ['um@example.test', 'dois@example.test'],
    CONTACT_EMAIL: 'contato@example.test',
    SITE_TIME_ZONE: 'America/Sao_Paulo',
    DEFAULT_CURRENCY: 'BRL',
    TRUSTED_PROXIES: 0,
    LOG_LEVEL: 'info',
  });
});

test('the configuration accepts one or more admin addresses', () => {
  expect(readEnv({ ...complete, ADMIN_EMAILS: 'um@example.test' }).ADMIN_EMAILS).toEqual(['um@example.test']);
  expect(readEnv({ ...complete, ADMIN_EMAILS: 'a@example.test,b@example.test,c@example.test' }).ADMIN_EMAILS).toHaveLength(3);
});

test('an empty variable counts as missing', () => {
  expect(readEnv(production).STRIPE_API_URL).toBeUndefined();
});

test('the configuration error names every missing variable at once, and no value', () => {
  const read = () => readEnv({ API_PORT: 'secret-port', STRIPE_SECRET_KEY: 'secret-key' });
  expect(read).toThrow(/SITE_URL is missing[\s\S]*MAIL_FROM is missing/);
  expect(read).toThrow(/API_PORT: /);
  expect(read).not.toThrow(/secret-port|secret-key/);
});

test.each([
  ['SITE_URL', { ...production, SITE_URL: 'http://example.test' }],
  ['SUPABASE_URL', { ...production, SUPABASE_URL: 'http://data.example.test' }],
  ['FIREBASE_AUTH_EMULATOR_HOST', { ...production, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }],
  ['FIREBASE_JWKS_URL', { ...production, FIREBASE_JWKS_URL: complete.FIREBASE_JWKS_URL, FIREBASE_PROJECT_ID: 'demo-site' }],
  ['FIREBASE_JWKS_URL', { ...complete, FIREBASE_PROJECT_ID: 'site' }],
  ['FIREBASE_JWKS_URL', { ...complete, FIREBASE_JWKS_URL: 'https://keys.example.test/jwks.json' }],
  ['FIREBASE_PROJECT_ID', { ...complete, FIREBASE_JWKS_URL: '' }],
  ['STRIPE_API_URL', { ...production, STRIPE_API_URL: complete.STRIPE_API_URL }],
  ['STRIPE_API_URL', { ...complete, STRIPE_SECRET_KEY: 'sk_live_x' }],
  ['YOUTUBE_CHANNEL_ID', { ...complete, YOUTUBE_CHANNEL_ID: 'UCraizEpalavra0demo00000' }],
  ['YOUTUBE_CHANNEL_ID', { ...complete, YOUTUBE_API_KEY: 'x', YOUTUBE_CHANNEL_ID: '@raizepalavra' }],
  ['ADMIN_EMAILS', { ...complete, ADMIN_EMAILS: 'um@example.test,' }],
  ['CONTACT_EMAIL', { ...complete, CONTACT_EMAIL: 'contato at example' }],
  ['INSTAGRAM_URL', { ...complete, INSTAGRAM_URL: 'http://example.test/perfil' }],
  ['LINKS_SECRET', { ...complete, LINKS_SECRET: 'short' }],
  ['SITE_TIME_ZONE', { ...complete, SITE_TIME_ZONE: 'Mars/Olympus' }],
  ['SITE_TIME_ZONE', { ...complete, SITE_TIME_ZONE: '+03:00' }],
])('a configuration with an invalid or contradictory %s is rejected', (name, variables) => {
  expect(() => readEnv(variables)).toThrow(name);
});

test('a complete production environment is accepted', () => {
  expect(readEnv(production)).toMatchObject({ NODE_ENV: 'production', STRIPE_SECRET_KEY: 'sk_live_x' });
});

const jwt = (role: string) => `e30.${Buffer.from(JSON.stringify({ role })).toString('base64url')}.x`;

test.each(['sb_secret_abc', jwt('service_role')])("the data service's key must be secret, in either format: %s", (key) =>
  expect(readEnv({ ...complete, SUPABASE_SECRET_KEY: key }).SUPABASE_SECRET_KEY).toBe(key),
);
test.each(['sb_publishable_abc', jwt('anon'), 'abc', 'e30.e30', 'a.b.c'])('another key of the data service is rejected: %s', (key) =>
  expect(() => readEnv({ ...complete, SUPABASE_SECRET_KEY: key })).toThrow('SUPABASE_SECRET_KEY: is no secret key'),
);

test('a mailbox password with an unescaped % is reported before anything starts', () => {
  expect(() => readEnv({ ...complete, MAILBOX_URL: 'imaps://marina:50%off@imap.test/INBOX' })).toThrow(
    'MAILBOX_URL: has a % that is written %25',
  );
  expect(readEnv({ ...complete, MAILBOX_URL: 'imaps://marina:50%25off@imap.test/INBOX' }).MAILBOX_URL).toContain('%25');
});

test('each variable is parsed independently, so that valid ones can be used before all are valid', () => {
  const { env, problems } = readEachVariable({ ...complete, STRIPE_SECRET_KEY: 'pk_test_x', SMTP_URL: '' });
  expect(problems).toEqual({ STRIPE_SECRET_KEY: 'is no Stripe secret key', SMTP_URL: 'is missing' });
  expect(env).toMatchObject({ SITE_URL: 'http://localhost:3000', SUPABASE_SECRET_KEY: 'sb_secret_x' });
  expect(readEachVariable({ ...complete, YOUTUBE_CHANNEL_ID: 'UCraizEpalavra0demo00000' }).problems).toEqual({
    YOUTUBE_CHANNEL_ID: 'needs YOUTUBE_API_KEY',
  });
});

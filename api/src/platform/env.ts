import { EmailSchema } from '@site/shared/contracts/contact.ts';
import { TimeZoneSchema } from '@site/shared/dates/time-zone.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import * as v from 'valibot';
import { YouTubeChannelIdSchema } from '../gateways/videos/youtube-address.ts';

const text = v.pipe(v.string(), v.trim(), v.minLength(1));
const port = v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1), v.maxValue(65_535));
const origin = v.pipe(
  v.string(),
  v.url(),
  v.transform((url) => url.replace(/\/+$/, '')),
);
const publicLink = v.pipe(v.string(), v.url(), v.startsWith('https://', 'starts with https://'));
/**
 * Returns whether the key is secret: `sb_secret_…`, or an older token with the role `service_role`. With a publishable key, the data
 * service returns empty lists.
 */
function isSecretDataKey(key: string): boolean {
  if (key.startsWith('sb_')) return key.startsWith('sb_secret_');
  try {
    return JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()).role === 'service_role';
  } catch {
    return false;
  }
}

function isEncoded(address: string): boolean {
  try {
    return Boolean(decodeURIComponent(address));
  } catch {
    return false;
  }
}

const EnvSchema = v.pipe(
  v.object({
    NODE_ENV: v.optional(v.picklist(['development', 'test', 'production']), 'development'),
    API_PORT: port,
    API_HOST: v.optional(text, '127.0.0.1'),
    /** Milliseconds between readiness becoming false and the server refusing connections, so that a load balancer notices in time. */
    STOP_NOTICE_MS: v.pipe(v.optional(v.string(), '1000'), v.digits(), v.transform(Number), v.maxValue(60_000)),
    SITE_URL: origin,
    /** Initial values of a new site, like the links and the channel below. The owner's published settings replace them. */
    SITE_NAME: v.optional(text),
    AUTHOR_NAME: v.optional(text),
    SITE_TIME_ZONE: v.optional(TimeZoneSchema, 'America/Sao_Paulo'),
    DEFAULT_CURRENCY: v.optional(v.picklist(CURRENCIES), 'BRL'),
    SUPABASE_URL: origin,
    SUPABASE_SECRET_KEY: v.pipe(
      text,
      v.check(isSecretDataKey, 'is no secret key: it begins with sb_secret_, or is the older service_role key'),
    ),
    FIREBASE_PROJECT_ID: v.pipe(text, v.regex(/^[a-z0-9-]+$/)),
    FIREBASE_JWKS_URL: v.optional(v.pipe(v.string(), v.url())),
    FIREBASE_AUTH_EMULATOR_HOST: v.optional(v.string()),
    STRIPE_SECRET_KEY: v.pipe(text, v.regex(/^[sr]k_(test|live)_\S+$/, 'is no Stripe secret key')),
    STRIPE_WEBHOOK_SECRET: v.pipe(v.string(), v.regex(/^whsec_\S+$/, 'is no Stripe webhook secret')),
    STRIPE_API_URL: v.optional(origin),
    SMTP_URL: v.pipe(text, v.regex(/^smtps?:\/\//, 'starts with smtp:// or smtps://')),
    MAIL_FROM: text,
    /** Newsletter issues may use another server or another sender than emails about orders. */
    CAMPAIGNS_SMTP_URL: v.optional(v.pipe(text, v.regex(/^smtps?:\/\//, 'starts with smtp:// or smtps://'))),
    CAMPAIGNS_FROM: v.optional(text),
    CAMPAIGNS_PER_SECOND: v.pipe(v.optional(v.string(), '10'), v.digits(), v.transform(Number), v.minValue(1), v.maxValue(1000)),
    /** The author's mailbox, which is searched for bounced emails. */
    MAILBOX_URL: v.optional(
      v.pipe(
        text,
        v.regex(/^imaps?:\/\/[^/@]+:[^/@]+@/, 'is imaps:// with user and password'),
        v.check(isEncoded, 'has a % that is written %25'),
      ),
    ),
    ADMIN_EMAILS: v.pipe(
      text,
      v.transform((list) => list.split(',')),
      v.array(EmailSchema),
    ),
    CONTACT_EMAIL: EmailSchema,
    LINKS_SECRET: v.pipe(text, v.minLength(32, 'has at least 32 characters')),
    PASSWORD_RANGES_URL: v.optional(v.pipe(origin, v.startsWith('https://', 'starts with https://'))),
    PURGE_URL: v.optional(v.pipe(v.string(), v.url())),
    PURGE_TOKEN: v.optional(text),
    YOUTUBE_API_URL: v.optional(origin),
    YOUTUBE_API_KEY: v.optional(text),
    YOUTUBE_CHANNEL_ID: v.optional(YouTubeChannelIdSchema),
    SPOTIFY_SHOW_URL: v.optional(publicLink),
    INSTAGRAM_URL: v.optional(publicLink),
    LOG_LEVEL: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
    /** Lets browsers put the domain on their HSTS preload list, see `formatHttpsPromise`. */
    HSTS_PRELOAD: v.optional(v.literal('1')),
    OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(origin),
    TRUSTED_PROXIES: v.pipe(v.optional(v.string(), '0'), v.digits(), v.transform(Number), v.maxValue(10)),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const message of contradictions(dataset.value)) addIssue({ message });
  }),
);

export type Env = v.InferOutput<typeof EnvSchema>;

/** Names of all environment variables that the API reads. */
export const API_VARIABLES: readonly string[] = Object.keys(EnvSchema.pipe[0].entries);

const GOOGLE_ORIGIN = 'https://www.googleapis.com';
const isLoopback = (url: string) => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);

/** Returns whether Stripe runs in test mode, without real money. */
export const isTestMode = ({ STRIPE_SECRET_KEY }: Pick<Env, 'STRIPE_SECRET_KEY'>): boolean => STRIPE_SECRET_KEY.includes('_test_');

/**
 * Returns whether the API talks to stand-ins on this machine. `contradictions` refuses such a configuration in production, and with the
 * keys of real accounts.
 */
export const isLocal = ({ FIREBASE_PROJECT_ID }: Pick<Env, 'FIREBASE_PROJECT_ID'>): boolean => FIREBASE_PROJECT_ID.startsWith('demo-');

/** Returns what is wrong with settings that are valid alone but not together. */
function contradictions(env: {
  NODE_ENV: string;
  SITE_URL: string;
  SUPABASE_URL: string;
  FIREBASE_PROJECT_ID: string;
  FIREBASE_JWKS_URL?: string | undefined;
  FIREBASE_AUTH_EMULATOR_HOST?: string | undefined;
  STRIPE_SECRET_KEY: string;
  STRIPE_API_URL?: string | undefined;
  YOUTUBE_API_KEY?: string | undefined;
  YOUTUBE_CHANNEL_ID?: string | undefined;
  PURGE_URL?: string | undefined;
  PURGE_TOKEN?: string | undefined;
  MAILBOX_URL?: string | undefined;
}): string[] {
  const production = env.NODE_ENV === 'production';
  const demo = env.FIREBASE_PROJECT_ID.startsWith('demo-');
  const keys = env.FIREBASE_JWKS_URL;
  const foreignKeys = keys !== undefined && new URL(keys).origin !== GOOGLE_ORIGIN;
  const rules: [boolean, string][] = [
    [production && !env.SITE_URL.startsWith('https://'), 'SITE_URL starts with https:// in production'],
    // Download links send this address to browsers.
    [production && !env.SUPABASE_URL.startsWith('https://'), 'SUPABASE_URL starts with https:// in production'],
    [production && env.FIREBASE_AUTH_EMULATOR_HOST !== undefined, 'FIREBASE_AUTH_EMULATOR_HOST is not set in production'],
    // Google never creates a project whose id begins with `demo-`. With other keys nobody could sign in to a real account.
    [
      foreignKeys && !(demo && isLoopback(keys) && !production),
      'FIREBASE_JWKS_URL other than Google is for a demo- project on this machine',
    ],
    [demo && !foreignKeys, 'FIREBASE_PROJECT_ID of a demo- project needs FIREBASE_JWKS_URL on this machine'],
    [env.STRIPE_API_URL !== undefined && production, 'STRIPE_API_URL is not set in production'],
    [env.STRIPE_API_URL !== undefined && /_live_/.test(env.STRIPE_SECRET_KEY), 'STRIPE_API_URL never gets a live key'],
    [env.YOUTUBE_CHANNEL_ID !== undefined && env.YOUTUBE_API_KEY === undefined, 'YOUTUBE_CHANNEL_ID needs YOUTUBE_API_KEY'],
    // `imap:` would send the password and emails unencrypted.
    [
      env.MAILBOX_URL?.startsWith('imap:') === true && !(isLoopback(env.MAILBOX_URL) && !production),
      'MAILBOX_URL starts with imaps://, but on this machine',
    ],
    [(env.PURGE_URL === undefined) !== (env.PURGE_TOKEN === undefined), 'PURGE_URL and PURGE_TOKEN go together'],
    [production && env.PURGE_URL?.startsWith('http:') === true, 'PURGE_URL starts with https:// in production'],
  ];
  return rules.filter(([broken]) => broken).map(([, message]) => message);
}

/**
 * Checks each variable separately. Returns the values of the valid variables, and the problems of the invalid ones without their values.
 */
export function readEachVariable(variables: Readonly<Record<string, string | undefined>>): {
  env: Partial<Env>;
  problems: Record<string, string>;
} {
  const problems: Record<string, string> = {};
  const env: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(EnvSchema.pipe[0].entries)) {
    const result = v.safeParse(schema as v.GenericSchema, variables[name] || undefined);
    if (result.success) env[name] = result.output;
    else problems[name] = variables[name] ? withoutValue(result.issues[0].message) : 'is missing';
  }
  if (Object.keys(problems).length > 0) return { env, problems };
  for (const message of contradictions(env as Env)) {
    const [name = '', ...rest] = message.split(' ');
    problems[name] = rest.join(' ');
  }
  return { env, problems };
}

const withoutValue = (message: string): string => message.replace(/(: | but )received .*/is, '');

/** Returns the configuration. Throws one `Error` that lists every missing and contradictory variable, without values. */
export function readEnv(variables: Record<string, string | undefined> = process.env): Env {
  const result = v.safeParse(EnvSchema, Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== '')));
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => {
    const name = v.getDotPath(issue);
    if (!name) return issue.message;
    return variables[name.split('.')[0] ?? ''] ? `${name}: ${withoutValue(issue.message)}` : `${name} is missing`;
  });
  throw new Error(`The configuration of the API is not complete:\n${[...new Set(problems)].map((problem) => `- ${problem}`).join('\n')}`);
}

import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { CheckoutUiSchema } from '@site/shared/contracts/checkout.ts';
import { API_SECRETS } from '@site/shared/process/api-secrets.ts';
import { publicKeysOf } from '@site/shared/releases/signing.ts';
import * as v from 'valibot';
import type { EmbeddedPayments } from '../src/boot.ts';

/** The URL of Stripe's script for pages, in the version that our release of `@stripe/stripe-js` expects. */
export const STRIPE_JS = 'https://js.stripe.com/endive/stripe.js';

const url = v.pipe(
  v.string('is missing'),
  v.url('is no address'),
  v.transform((value) => value.replace(/\/+$/, '')),
);
const text = v.pipe(v.string('is missing'), v.minLength(1, 'is empty'));
const VariablesSchema = v.object({
  NODE_ENV: v.optional(v.picklist(['development', 'test', 'production']), 'development'),
  SITE_PORT: v.pipe(v.optional(v.string(), '3000'), v.regex(/^\d{1,5}$/, 'is no port'), v.transform(Number)),
  /** The network interface on which the server listens, `0.0.0.0` in a container. */
  SITE_HOST: v.optional(v.string(), '127.0.0.1'),
  /** How long readiness is false before connections are refused, in milliseconds, so that a load balancer notices the stop. */
  STOP_NOTICE_MS: v.pipe(v.optional(v.string(), '1000'), v.regex(/^\d{1,5}$/, 'is no number of milliseconds'), v.transform(Number)),
  /** How long a shared cache may serve a public page without revalidation, in seconds. */
  CDN_SECONDS: v.pipe(v.optional(v.string(), '60'), v.regex(/^\d{1,6}$/, 'is no number of seconds'), v.transform(Number)),
  SITE_URL: url,
  DEVELOPER_NAME: v.optional(text),
  DEVELOPER_URL: v.optional(url),
  API_URL: url,
  STORAGE_URL: url,
  VIDEO_PLAYER_URL: v.optional(url, 'https://www.youtube-nocookie.com'),
  RELEASES_DIR: v.pipe(
    v.optional(v.string(), '.releases'),
    v.transform((path) => (isAbsolute(path) ? path : join(import.meta.dirname, '../..', path))),
  ),
  /** Bucket for releases, instead of a folder; see `openReleaseStore`. */
  RELEASES_BUCKET_URL: v.optional(url),
  RELEASES_BUCKET_REGION: v.optional(text),
  RELEASES_BUCKET_KEY_ID: v.optional(text),
  RELEASES_BUCKET_SECRET: v.optional(text),
  /** Keys whose releases are trusted: public keys of `npm run release-key`, separated by commas. */
  RELEASE_PUBLIC_KEYS: v.pipe(
    text,
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      try {
        const keys = publicKeysOf(dataset.value);
        if (keys.size > 0) return keys;
      } catch {
        // The readable message below replaces this error.
      }
      addIssue({ message: 'holds something that is no public key of `npm run release-key`' });
      return NEVER;
    }),
  ),
  /** The folder of this machine for copies of releases, which the server serves. The folder may be empty at every start. */
  RELEASES_CACHE_DIR: v.optional(v.string(), join(tmpdir(), 'semente-releases')),
  FIREBASE_PROJECT_ID: text,
  FIREBASE_API_KEY: text,
  FIREBASE_AUTH_DOMAIN: text,
  IDENTITY_PROXY_URL: v.optional(url),
  STRIPE_PUBLISHABLE_KEY: v.optional(v.pipe(v.string(), v.regex(/^pk_(test|live)_/, 'is no publishable key'))),
  /** Where buyers pay: in a frame on our own page, which needs a publishable key, or on the provider's page. */
  CHECKOUT_UI: v.optional(CheckoutUiSchema),
  STRIPE_JS_URL: v.optional(v.pipe(v.string(), v.url('is no address')), STRIPE_JS),
  /** Share of visits, from 0 to 1, whose pages report their speed and errors; 0 turns reports off. */
  PAGE_REPORTS_SHARE: v.pipe(
    v.optional(v.string(), '1'),
    v.regex(/^(0([.]\d+)?|1([.]0+)?)$/, 'is no number from 0 to 1'),
    v.transform(Number),
  ),
  /** The value of `Strict-Transport-Security`; see `formatHttpsPromise`. */
  HSTS_PRELOAD: v.optional(v.literal('1')),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(url),
  DEV_RELOAD: v.optional(v.literal('1')),
  LOG_LEVEL: v.optional(v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
});

/** Names of all variables that the shell's server reads. */
export const SHELL_VARIABLES: readonly string[] = Object.keys(VariablesSchema.entries);

type Variables = v.InferOutput<typeof VariablesSchema>;

/**
 * Returns a check that applies in production only, where visitors' browsers need HTTPS and settings for a developer's machine must be
 * absent.
 */
const inProduction = <Name extends keyof Variables>(name: Name, isFit: (value: Variables[Name]) => boolean, problem: string) =>
  v.forward(
    v.check<Variables, string>((given) => given.NODE_ENV !== 'production' || isFit(given[name]), `${problem} in production`),
    [name],
  );
const isHttps = (address: string): boolean => address.startsWith('https://');
const isNotSet = (value: string | undefined): boolean => value === undefined;
const EnvironmentSchema = v.pipe(
  VariablesSchema,
  inProduction('SITE_URL', isHttps, 'starts with https://'),
  inProduction('STORAGE_URL', isHttps, 'starts with https://'),
  inProduction('VIDEO_PLAYER_URL', isHttps, 'starts with https://'),
  inProduction('IDENTITY_PROXY_URL', isNotSet, 'is not set'),
  inProduction('DEV_RELOAD', isNotSet, 'is not set'),
  inProduction('STRIPE_JS_URL', (address) => address === STRIPE_JS, 'is not set'),
  v.forward(
    v.check<Variables, string>(
      (given) => given.STRIPE_JS_URL === STRIPE_JS || !given.STRIPE_PUBLISHABLE_KEY?.startsWith('pk_live_'),
      'never gets a live key',
    ),
    ['STRIPE_JS_URL'],
  ),
  v.forward(
    v.check<Variables, string>(
      (given) => given.CHECKOUT_UI !== 'embedded' || given.STRIPE_PUBLISHABLE_KEY !== undefined,
      'needs STRIPE_PUBLISHABLE_KEY to be embedded',
    ),
    ['CHECKOUT_UI'],
  ),
);

export type Environment = v.InferOutput<typeof EnvironmentSchema>;
export type PaymentVariables = Pick<Environment, 'CHECKOUT_UI' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_JS_URL'>;

/** Returns Stripe's settings for our own payment page; null if buyers pay on Stripe's page. */
export const getEmbeddedPayments = ({ CHECKOUT_UI, STRIPE_PUBLISHABLE_KEY, STRIPE_JS_URL }: PaymentVariables): EmbeddedPayments | null =>
  CHECKOUT_UI !== 'hosted' && STRIPE_PUBLISHABLE_KEY ? { publishableKey: STRIPE_PUBLISHABLE_KEY, scriptUrl: STRIPE_JS_URL } : null;

/** Returns the site's developer, for the credit below the admin area. Needs a name and a URL. */
export const getDeveloper = ({ DEVELOPER_NAME, DEVELOPER_URL }: Environment) =>
  DEVELOPER_NAME && DEVELOPER_URL ? { name: DEVELOPER_NAME, url: DEVELOPER_URL } : undefined;

/**
 * Returns the shell server's configuration. Throws one error that lists every missing or invalid variable, and every secret that the shell
 * must not have.
 */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>> = process.env): Environment {
  // An empty variable counts as missing.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value));
  const foreign = API_SECRETS.filter((name) => given[name]);
  if (foreign.length > 0)
    throw new Error(
      `The shell server cannot start: ${foreign.join(', ')} must not be set for it. This process is public: give each process only its own variables.`,
    );
  const result = v.safeParse(EnvironmentSchema, given);
  if (!result.success) {
    const problems = result.issues.map(({ path, message }) => {
      const name = String(path?.[0]?.key);
      return `  ${name} ${given[name] === undefined ? 'is missing' : message}`;
    });
    throw new Error(`The shell server cannot start:\n${[...new Set(problems)].join('\n')}`);
  }
  return result.output;
}

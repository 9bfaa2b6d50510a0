import { REMOTE_NAMES } from '@site/shared/federation/remote.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { formatHttpsPromise } from '@site/shared/process/https-promise.ts';
import { EMBED_ORIGINS } from '@site/shared/rich-text/embeds.ts';
import type { InlineDigests } from '../src/server/inline-digest.ts';
import { type Environment, getEmbeddedPayments, type PaymentVariables, STRIPE_JS } from './env.ts';

/**
 * The names of the Trusted Types policies of our own scripts; see start-late.ts, container-script.ts and the build factory. The last name
 * belongs to the text editor. Every page allows it, because a visitor who navigates inside the site keeps the policy of the first page.
 */
const SCRIPT_POLICIES = ['site-start', 'site-remotes', 'site-shell', ...REMOTE_NAMES.map((name) => `site-${name}`), 'ProseMirrorClipboard'];

/** Device features that no page may use, except for players and the payment frame. */
const NOBODY_MAY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
];
const PLAYER_MAY = ['autoplay', 'encrypted-media', 'fullscreen', 'picture-in-picture'];
const permissions = (player: string, wallets: readonly string[] = []): string =>
  [
    ...NOBODY_MAY.map((name) => `${name}=()`),
    `payment=(${wallets.length > 0 ? ['self', ...wallets.map((origin) => `"${origin}"`)].join(' ') : ''})`,
    ...PLAYER_MAY.map((name) => `${name}=(${['self', ...[player, ...EMBED_ORIGINS].map((origin) => `"${origin}"`)].join(' ')})`),
  ].join(', ');

type PaymentOrigins = Readonly<Record<'frames' | 'calls' | 'pictures' | 'wallets', readonly string[]>>;
/** Stripe's origins, from docs.stripe.com/security/guide. The `payment` permission lets the frame offer wallets such as Google Pay. */
const AT_STRIPE: PaymentOrigins = {
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com', 'https://checkout.stripe.com'],
  calls: ['https://api.stripe.com', 'https://checkout.stripe.com'],
  pictures: ['https://*.stripe.com'],
  wallets: ['https://js.stripe.com', 'https://checkout.stripe.com'],
};

/**
 * Returns the provider's origins that the payment page needs for its frame; null for all other pages, and if buyers pay on the provider's
 * page.
 */
function paymentOriginsOf(environment: PaymentVariables, pathname: string | undefined): PaymentOrigins | null {
  const payments = pathname === paths.checkout.pattern ? getEmbeddedPayments(environment) : null;
  if (!payments) return null;
  if (payments.scriptUrl === STRIPE_JS) return AT_STRIPE;
  const { origin } = new URL(payments.scriptUrl);
  return { frames: [origin], calls: [], pictures: [], wallets: [origin] };
}

const REPORTS_PATH = '/api/reports';
/** Endpoint for browsers' reports of policy violations, which `report-to` refers to. */
export const REPORTING_ENDPOINTS = `site="${REPORTS_PATH}"`;
/** Returns `policy` with reporting of violations. Browsers that support `report-to` ignore `report-uri`. */
export const reported = (policy: string): string => `${policy}; report-to site; report-uri ${REPORTS_PATH}`;

type Origins = Pick<Environment, 'SITE_URL' | 'STORAGE_URL' | 'VIDEO_PLAYER_URL' | 'FIREBASE_AUTH_DOMAIN' | 'IDENTITY_PROXY_URL'> &
  PaymentVariables;

const quoted = (digests: readonly string[]): string[] => digests.map((digest) => `'${digest}'`);

/**
 * Returns the content security policy of the page at `pathname`. It allows only the scripts that the page was rendered with and scripts
 * that those load, and only the inline styles that the page was rendered with. The policy uses digests instead of a nonce, because a cache
 * serves a page together with its policy.
 */
export function contentSecurityPolicy(inline: InlineDigests, environment: Origins, pathname?: string): string {
  const payments = paymentOriginsOf(environment, pathname);
  const isProxied = environment.IDENTITY_PROXY_URL !== undefined;
  const identity = isProxied ? [] : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': [...quoted(inline.scripts), "'strict-dynamic'"],
    // The reader processes books in a worker; see `WORKER_MAY`.
    'worker-src': ["'self'"],
    'style-src': ["'self'", ...quoted(inline.styles)],
    'img-src': ["'self'", ...(payments?.pictures ?? [])],
    'font-src': ["'self'"],
    // The audio of an episode may be at another host, which the browser contacts after a press on play.
    'media-src': ["'self'", 'https:'],
    'connect-src': ["'self'", new URL(environment.STORAGE_URL).origin, ...identity, ...(payments?.calls ?? [])],
    // The page that shows an email to the owner; the video player and the players in texts, after a click; and the frame through which the
    // identity provider's library receives the answer of its pop-up.
    'frame-src': [
      new URL(environment.VIDEO_PLAYER_URL).origin,
      ...EMBED_ORIGINS,
      "'self'",
      ...(isProxied ? [] : [`https://${environment.FIREBASE_AUTH_DOMAIN}`]),
      ...(payments?.frames ?? []),
    ],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // For libraries that add scripts of their own; see trusted-scripts.ts and, for the proxied provider, popup-frame.ts.
    'trusted-types': [
      ...SCRIPT_POLICIES,
      ...(isProxied ? ['site-identity'] : []),
      ...(payments || !isProxied ? ['default'] : []),
      ...(isProxied ? [] : ['gapi#gapi', 'goog#html']),
    ],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** Policy of answers that are not pages. */
export const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'";
/**
 * Policy of a remote's scripts, which also applies to workers created from them: the worker may make no requests, but may run WebAssembly
 * to decode pictures.
 */
export const WORKER_MAY = "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'";
/** Policy of a file that the browser's own viewer shows. */
export const SHOWN_BY_BROWSER = "script-src 'none'; frame-ancestors 'none'";
/** Returns the policy of a page without scripts, with the digests of its inline styles. */
export const onlyStyles = (inline: readonly string[]): string =>
  `default-src 'none'; style-src ${["'self'", ...quoted(inline)].join(' ')}; img-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** Returns the headers of every answer. Some of them depend on `pathname`. */
export function securityHeaders(
  environment: Pick<Environment, 'SITE_URL' | 'VIDEO_PLAYER_URL' | 'HSTS_PRELOAD'> & PaymentVariables,
  pathname?: string,
): Record<string, string> {
  const { SITE_URL, VIDEO_PLAYER_URL, HSTS_PRELOAD } = environment;
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // The sign-in page must be able to receive the answer of Google's window.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions(new URL(VIDEO_PLAYER_URL).origin, paymentOriginsOf(environment, pathname)?.wallets),
    ...(SITE_URL.startsWith('https:') ? { 'strict-transport-security': formatHttpsPromise(HSTS_PRELOAD !== undefined) } : {}),
  };
}

import { REMOTE_NAMES } from '@site/shared/federation/remote.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { formatHttpsPromise } from '@site/shared/process/https-promise.ts';
import { EMBED_ORIGINS } from '@site/shared/rich-text/embeds.ts';
import type { InlineDigests } from '../src/server/inline-digest.ts';
import { type Environment, getEmbeddedPayments, type PaymentVariables, STRIPE_JS } from './env.ts';

/**
 * Names of the Trusted Types policies of our own scripts; see start-late.ts, container-script.ts and the build factory. The last is that of
 * the text editor, on every page: a visitor who goes on inside the site keeps the policy of the first one.
 */
const SCRIPT_POLICIES = ['site-start', 'site-remotes', 'site-shell', ...REMOTE_NAMES.map((name) => `site-${name}`), 'ProseMirrorClipboard'];

/** What a page may use of the device: nothing, except what the players and the payment frame are lent. */
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
/** docs.stripe.com/security/guide; wallets are payment requests of the frame. */
const AT_STRIPE: PaymentOrigins = {
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com', 'https://checkout.stripe.com'],
  calls: ['https://api.stripe.com', 'https://checkout.stripe.com'],
  pictures: ['https://*.stripe.com'],
  wallets: ['https://js.stripe.com', 'https://checkout.stripe.com'],
};

/** What the payment page needs of the provider for its frame. Null for every other page, and where buyers pay on the provider's own. */
function paymentOriginsOf(environment: PaymentVariables, pathname: string | undefined): PaymentOrigins | null {
  const payments = pathname === paths.checkout.pattern ? getEmbeddedPayments(environment) : null;
  if (!payments) return null;
  if (payments.scriptUrl === STRIPE_JS) return AT_STRIPE;
  const { origin } = new URL(payments.scriptUrl);
  return { frames: [origin], calls: [], pictures: [], wallets: [origin] };
}

const REPORTS_PATH = '/api/reports';
/** Where browsers report what the policy refused; `report-to` names it. */
export const REPORTING_ENDPOINTS = `site="${REPORTS_PATH}"`;
/** `policy`, whose refusals are reported. Browsers that know the first word forget the second. */
export const reported = (policy: string): string => `${policy}; report-to site; report-uri ${REPORTS_PATH}`;

type Origins = Pick<Environment, 'SITE_URL' | 'STORAGE_URL' | 'VIDEO_PLAYER_URL' | 'FIREBASE_AUTH_DOMAIN' | 'IDENTITY_PROXY_URL'> &
  PaymentVariables;

const quoted = (digests: readonly string[]): string[] => digests.map((digest) => `'${digest}'`);

/**
 * The content security policy of the page at `pathname`. Only the scripts that it was written with, and scripts that those load, run;
 * inline styles are those that it was written with. Digests instead of a nonce: a cache hands out a page with the policy that it came with.
 */
export function contentSecurityPolicy(inline: InlineDigests, environment: Origins, pathname?: string): string {
  const payments = paymentOriginsOf(environment, pathname);
  const isProxied = environment.IDENTITY_PROXY_URL !== undefined;
  const identity = isProxied ? [] : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': [...quoted(inline.scripts), "'strict-dynamic'"],
    // The reader takes books apart in a worker; see WORKER_MAY.
    'worker-src': ["'self'"],
    'style-src': ["'self'", ...quoted(inline.styles)],
    'img-src': ["'self'", ...(payments?.pictures ?? [])],
    'font-src': ["'self'"],
    'connect-src': ["'self'", new URL(environment.STORAGE_URL).origin, ...identity, ...(payments?.calls ?? [])],
    // The page that shows the owner a letter, the video player and those of texts after a click; the identity provider's library answers its pop-up through a
    // frame.
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
    // Libraries that add scripts of their own by themselves; see trusted-scripts.ts and, for the proxied provider, popup-frame.ts.
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

/** The policy of answers that are no page. */
export const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'";
/** The policy of a remote's scripts, which a worker made of one obeys: it may make no request, and decodes pictures with WebAssembly. */
export const WORKER_MAY = "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'";
/** The policy of a file that the browser's own viewer shows. */
export const SHOWN_BY_BROWSER = "script-src 'none'; frame-ancestors 'none'";
/** The policy of a page without scripts, with the digests of the styles that stand in it. */
export const onlyStyles = (inline: readonly string[]): string =>
  `default-src 'none'; style-src ${["'self'", ...quoted(inline)].join(' ')}; img-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** Headers of every answer of ours, at `pathname` where it matters. */
export function securityHeaders(
  environment: Pick<Environment, 'SITE_URL' | 'VIDEO_PLAYER_URL' | 'HSTS_PRELOAD'> & PaymentVariables,
  pathname?: string,
): Record<string, string> {
  const { SITE_URL, VIDEO_PLAYER_URL, HSTS_PRELOAD } = environment;
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Sign-in with Google opens a window that must be able to answer.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions(new URL(VIDEO_PLAYER_URL).origin, paymentOriginsOf(environment, pathname)?.wallets),
    ...(SITE_URL.startsWith('https:') ? { 'strict-transport-security': formatHttpsPromise(HSTS_PRELOAD !== undefined) } : {}),
  };
}

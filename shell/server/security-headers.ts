import { REMOTE_NAMES } from '@site/shared/federation/remote.ts';
import { formatHttpsPromise } from '@site/shared/process/https-promise.ts';
import type { InlineDigests } from '../src/server/inline-digest.ts';
import type { Environment } from './env.ts';

/**
 * Names of the Trusted Types policies of our own scripts; see start-late.ts, container-script.ts and the build factory. The last is that of
 * the text editor, on every page: who goes on inside the site keeps the policy of the first one.
 */
const SCRIPT_POLICIES = ['site-start', 'site-remotes', 'site-shell', ...REMOTE_NAMES.map((name) => `site-${name}`), 'ProseMirrorClipboard'];

/** What a page may use of the device: nothing, except what the player is lent. */
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
  'payment',
  'serial',
  'usb',
];
const PLAYER_MAY = ['autoplay', 'encrypted-media', 'fullscreen', 'picture-in-picture'];
const permissions = (player: string): string =>
  [...NOBODY_MAY.map((name) => `${name}=()`), ...PLAYER_MAY.map((name) => `${name}=(self "${player}")`)].join(', ');

const REPORTS_PATH = '/api/reports';
/** Where browsers report what the policy refused; `report-to` names it. */
export const REPORTING_ENDPOINTS = `site="${REPORTS_PATH}"`;
/** `policy`, whose refusals are reported. Browsers that know the first word forget the second. */
export const reported = (policy: string): string => `${policy}; report-to site; report-uri ${REPORTS_PATH}`;

type Origins = Pick<Environment, 'SITE_URL' | 'STORAGE_URL' | 'VIDEO_PLAYER_URL' | 'FIREBASE_AUTH_DOMAIN' | 'IDENTITY_PROXY_URL'>;

const quoted = (digests: readonly string[]): string[] => digests.map((digest) => `'${digest}'`);

/**
 * The content security policy of one page. Only the scripts that it was written with, and scripts that those load, run; inline
 * styles are those that it was written with. Digests instead of a nonce: a cache hands out a page with the policy that it came with.
 */
export function contentSecurityPolicy(inline: InlineDigests, environment: Origins): string {
  const isProxied = environment.IDENTITY_PROXY_URL !== undefined;
  const identity = isProxied ? [] : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': [...quoted(inline.scripts), "'strict-dynamic'"],
    // The reader takes books apart in a worker; see WORKER_MAY.
    'worker-src': ["'self'"],
    'style-src': ["'self'", ...quoted(inline.styles)],
    'img-src': ["'self'"],
    'font-src': ["'self'"],
    'connect-src': ["'self'", new URL(environment.STORAGE_URL).origin, ...identity],
    // The video player after a click; the identity provider's library answers its pop-up through a frame.
    'frame-src': [new URL(environment.VIDEO_PLAYER_URL).origin, isProxied ? "'self'" : `https://${environment.FIREBASE_AUTH_DOMAIN}`],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // Without the proxy the provider's library loads its own frame, with a policy of its own; see popup-frame.ts.
    'trusted-types': [...SCRIPT_POLICIES, ...(isProxied ? ['site-identity'] : ['default', 'gapi#gapi', 'goog#html'])],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** The policy of answers that are no page. */
export const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'";
/** The policy of a remote's scripts, which a worker that is made of one obeys: it may make no request, and decodes pictures with WebAssembly. */
export const WORKER_MAY = "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'";
/** The policy of a page without scripts, with the digests of the styles that stand in it. */
export const onlyStyles = (inline: readonly string[]): string =>
  `default-src 'none'; style-src ${["'self'", ...quoted(inline)].join(' ')}; img-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** Headers of every answer of ours. */
export function securityHeaders({
  SITE_URL,
  VIDEO_PLAYER_URL,
  HSTS_PRELOAD,
}: Pick<Environment, 'SITE_URL' | 'VIDEO_PLAYER_URL' | 'HSTS_PRELOAD'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Sign-in with Google opens a window that must be able to answer.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions(new URL(VIDEO_PLAYER_URL).origin),
    ...(SITE_URL.startsWith('https:') ? { 'strict-transport-security': formatHttpsPromise(HSTS_PRELOAD !== undefined) } : {}),
  };
}

import { createHash, randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getConnInfo } from '@hono/node-server/conninfo';
import { LICENCES_FILE } from '@site/shared/build/rooms.ts';
import { PAGES_TAG } from '@site/shared/cdn/cdn.ts';
import type { ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { REMOTE_NAMES } from '@site/shared/federation/remote.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { getPagePattern } from '@site/shared/page-patterns.ts';
import { parseReturnTo } from '@site/shared/paths.ts';
import { CURRENCY_COOKIE, LOCALE_COOKIE } from '@site/shared/preferences/preferences.ts';
import { getCookieName, resolvePreferences, type Wishes } from '@site/shared/preferences/resolve-preferences.ts';
import { telemetry } from '@site/shared/process/telemetry.ts';
import type { Readiness } from '@site/shared/readiness/readiness.ts';
import { FILE_NAME, VERSION } from '@site/shared/releases/names.ts';
import { LANGUAGE_PARAM, withoutLanguage } from '@site/shared/texts/language-address.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { routePath } from 'hono/route';
import type { BodyData } from 'hono/utils/body';
import type { Logger } from 'pino';
import { canonicalPathOf } from '../src/canonical-path.ts';
import { pageOfPreview, previewAddress, previewVersion } from '../src/head/preview.ts';
import type { Renderer } from '../src/server/render.tsx';
import { assetAnswer } from './assets.ts';
import { type ChosenReleases, chooseReleases, RELEASE_PARAM } from './chosen-releases.ts';
import { RELOAD_PATH, reloadStream } from './dev-reload.ts';
import { brandOf, type Environment } from './env.ts';
import type { Picture } from './kept-pictures.ts';
import type { LocalReleases } from './local-releases.ts';
import { createPreviews } from './previews.ts';
import { passOn } from './proxy.ts';
import { NOTHING_RUNS, ONLY_STYLES, REPORTING_ENDPOINTS, reported, securityHeaders, WORKER_MAY } from './security-headers.ts';
import { createIcons, ICON_PATHS, licencesText, manifestOf, robotsText } from './site-files.ts';
import { createStoredPictures } from './stored-pictures.ts';

export type AppOptions = {
  environment: Environment;
  log: Logger;
  renderer: Pick<Renderer, 'render' | 'previewOf' | 'failedPage'>;
  registry: () => ReleaseRegistry;
  releases: LocalReleases;
  /** Folder of the shell's own client build. */
  assets: string;
  /** Name of the shell's own build. */
  version: string;
  /** Address of the site's icon. */
  icon: string;
  isReady: () => boolean;
  readiness: () => Promise<Readiness>;
};

/** A visitor's `traceparent` would decide which trace we write into, and whether at all: each begins here. */
const NO_TRACE = new Headers();

type Variables = { Variables: { requestId: string } };

/** Paths that the API answers. */
const API_PATHS = ['/api/*', '/users', '/user-photo/*', '/send-purchase-email', '/sitemap.xml', '/podcast.xml'] as const;
/** Paths that the identity provider's library calls on the site's own origin when the provider is proxied. */
const IDENTITY_PATHS = ['/identitytoolkit.googleapis.com/*', '/securetoken.googleapis.com/*', '/emulator/*'] as const;
/** What no other route answers is a page. */
const ALL_PAGES = '/*';
/** Calls whose callers expect an error as plain text. */
const TEXT_ERROR_PATHS = ['/api/create-checkout-session', '/send-purchase-email'];

const YEAR_SECONDS = 31_536_000;
const FOR_EVER = `public, max-age=${YEAR_SECONDS}, immutable`;
const DAY = 'public, max-age=86400';
const SOON = 'public, max-age=300';
/** Versions are short digests; anything longer would only fill the memory. */
const PICTURE_VERSION = /^[\w-]{1,64}$/;
/** Longer than any word that pictures have in common. */
const THUMBNAIL_VERSION = /^[0-9a-f]{12}$/;
/** Two choices and a path of at most 2,000 characters. */
const MAX_FORM_BYTES = 16 * 1024;

/** The shell's server: assets, proxies and rendered pages, in the order in which a request meets them. */
export function createApp({
  environment,
  log,
  renderer,
  registry,
  releases,
  assets,
  version,
  icon,
  isReady,
  readiness,
}: AppOptions): Hono<Variables> {
  const app = new Hono<Variables>();
  const headers = securityHeaders(environment);
  const brand = brandOf(environment);
  const timeZone = environment.SITE_TIME_ZONE;
  const stored = createStoredPictures(environment.STORAGE_URL);
  const icons = createIcons(join(assets, basename(icon)));
  const previews = createPreviews(brand, async (path) => {
    const answer = await app.request(path);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  });
  const isSecure = environment.SITE_URL.startsWith('https:');

  app.use(async (context, next) => {
    // Anybody can send any id: ours is made here, and theirs stands beside it.
    const given = context.req.header('x-request-id');
    const callerRequestId = given && /^[\w-]{8,64}$/.test(given) ? given : undefined;
    const requestId = randomUUID();
    context.set('requestId', requestId);
    const startedAt = performance.now();
    await telemetry().request({ method: context.req.method, url: context.req.url, headers: NO_TRACE }, requestId, async () => {
      await next();
      const route = routePath(context);
      return { route: route === ALL_PAGES ? getPagePattern(context.req.path) : route, status: context.res.status };
    });
    context.header('x-request-id', requestId);
    // A process that stops lets its callers find another one for their next request.
    if (!isReady()) context.header('connection', 'close');
    const { method, path } = context.req;
    log.info(
      { requestId, callerRequestId, method, path, status: context.res.status, ms: Math.round(performance.now() - startedAt) },
      'answered',
    );
  });

  const identity = environment.IDENTITY_PROXY_URL;
  if (identity) for (const path of IDENTITY_PATHS) app.all(path, async (context) => await proxied(context, 'identity', identity));
  for (const path of API_PATHS) app.all(path, async (context) => await proxied(context, 'api', environment.API_URL));

  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    if (!context.res.headers.has('content-security-policy')) context.header('content-security-policy', NOTHING_RUNS);
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store');
  });

  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    if (!isReady()) return context.json({ status: 'stopping' }, 503);
    const answer = await readiness();
    return context.json(answer, answer.status === 'unavailable' ? 503 : 200);
  });

  if (environment.DEV_RELOAD) app.get(RELOAD_PATH, (context) => reloadStream(context, registry, isReady));
  app.get('/_s/:file{[\\w.-]+}', async (context) => {
    const file = context.req.param('file');
    if (!FILE_NAME.test(file)) return notFound(context);
    // Pages that an earlier shell rendered still ask for its files.
    return assetAnswer(context, assets, file) ?? (await releasedFile(context, () => releases.folderOfShell(file), file));
  });
  // Pages that miss something ask what a page is made of now; see reload-once.ts.
  app.get('/_r/live', (context) => context.text(getBuildId(releasesFor(context).registry)));
  app.get('/_r/:remote/:version{[0-9a-z]+}/:file{[\\w.-]+}', async (context) => {
    const { remote, version, file } = context.req.param();
    const name = REMOTE_NAMES.find((known) => known === remote);
    if (!name || !VERSION.test(version) || !FILE_NAME.test(file)) return notFound(context);
    const answer = await releasedFile(context, () => releases.clientOf(name, version), file);
    if (answer.ok) answer.headers.set('content-security-policy', WORKER_MAY);
    return answer;
  });
  // Pages name the icon themselves; programs that show a site without reading a page ask here.
  app.get('/favicon.ico', (context) => {
    context.header('cache-control', DAY);
    return context.redirect(icon, 302);
  });
  app.get('/:folder{covers|thumbnails}/:file{[\\w.-]+[.](?:avif|webp)}', async (context) => {
    const version = context.req.query('v') ?? '';
    const { folder, file } = context.req.param();
    // A cover's version is part of its name: no file of it is ever another. Anybody can write any version behind the others.
    const isNamed = PICTURE_VERSION.test(version) && file.includes(`.${version}-`);
    let picture: Picture | null;
    try {
      picture = await stored(`${folder}/${file}`, isNamed);
    } catch (error) {
      log.warn({ err: error, requestId: context.get('requestId') }, 'no picture');
      return context.text('Unavailable', 503, { 'retry-after': '5' });
    }
    if (!picture) return notFound(context);
    // A thumbnail keeps its name when it is replaced: its version stands in the file.
    const isForEver = isNamed || (THUMBNAIL_VERSION.test(version) && Buffer.from(picture.bytes.buffer).includes(version));
    return context.body(picture.bytes, 200, { 'content-type': picture.type, 'cache-control': isForEver ? FOR_EVER : SOON });
  });

  app.get('/robots.txt', (context) => context.text(robotsText(environment.SITE_URL), 200, { 'cache-control': DAY }));
  app.get(`/${LICENCES_FILE}`, async (context) => {
    const remotes = Object.values(releasesFor(context).registry.remotes);
    const builds = await Promise.all(remotes.map(({ name, version }) => releases.clientOf(name, version).catch(() => null)));
    const text = await licencesText([assets, ...builds.filter((folder) => folder !== null)]);
    return context.text(text, 200, { 'cache-control': DAY });
  });
  app.get('/manifest.webmanifest', (context) =>
    context.body(JSON.stringify(manifestOf(brand, icon)), 200, { 'content-type': 'application/manifest+json', 'cache-control': DAY }),
  );
  for (const path of ICON_PATHS)
    app.get(path, async (context) => context.body(await icons(path), 200, { 'content-type': 'image/png', 'cache-control': DAY }));
  app.get('/og/*', async (context) => await preview(context));

  const limitForm = bodyLimit({ maxSize: MAX_FORM_BYTES, onError: (context) => context.text('Too large', 413, { connection: 'close' }) });
  app.post('/preferences', limitForm, async (context) => {
    if (!isSameOrigin(context)) return context.text('Forbidden', 403);
    const form = await formOf(context);
    if (!form) return context.text('Bad request', 400);
    const keep = (name: string, value: unknown, known: readonly string[]): void => {
      if (typeof value !== 'string' || !known.includes(value)) return;
      setCookie(context, getCookieName(name, isSecure), value, {
        path: '/',
        maxAge: YEAR_SECONDS,
        sameSite: 'Lax',
        httpOnly: true,
        secure: isSecure,
      });
    };
    keep(LOCALE_COOKIE, form.locale, LOCALES);
    keep(CURRENCY_COOKIE, form.currency, CURRENCIES);
    // The language of the address would win over the one that was just chosen.
    return context.redirect(withoutLanguage(parseReturnTo(typeof form.returnTo === 'string' ? form.returnTo : null) ?? '/'), 303);
  });

  app.get(ALL_PAGES, async (context) => await page(context));
  app.notFound((context) => context.text('Method not allowed', 405));
  app.onError((error, context) => {
    log.error({ err: error, requestId: context.get('requestId') }, 'failed');
    if (!context.req.header('accept')?.includes('text/html')) return context.text('Internal server error', 500);
    return context.html(renderer.failedPage(wishesFor(context).locale, context.get('requestId')), 500, {
      'content-security-policy': ONLY_STYLES,
    });
  });

  const wishesFor = (context: Context): Wishes =>
    resolvePreferences({
      addressed: context.req.query(LANGUAGE_PARAM),
      cookies: Object.fromEntries(
        [LOCALE_COOKIE, CURRENCY_COOKIE].map((name) => [name, getCookie(context, getCookieName(name, isSecure))]),
      ),
      acceptLanguage: context.req.header('accept-language'),
      timeZone,
    });

  /** A file in a folder of the releases' store; 503 while the store does not answer. */
  async function releasedFile(context: Context<Variables>, find: () => Promise<string | null>, file: string): Promise<Response> {
    try {
      const folder = await find();
      return (folder && assetAnswer(context, folder, file)) || notFound(context);
    } catch (error) {
      log.warn({ err: error, requestId: context.get('requestId') }, 'no release');
      return context.text('Unavailable', 503, { 'retry-after': '5' });
    }
  }

  function releasesFor(context: Context): ChosenReleases {
    return chooseReleases(registry(), {
      // Who lies about it chooses among releases, and nothing else.
      address: () => context.req.header('x-forwarded-for')?.split(',')[0] ?? getConnInfo(context).remote.address ?? '',
      userAgent: context.req.header('user-agent') ?? '',
      asked: context.req.query(RELEASE_PARAM),
      now: new Date(),
    });
  }

  const getBuildId = ({ remotes }: ReleaseRegistry): string =>
    [version, ...Object.values(remotes).map((release) => release.version)].join('-');

  async function page(context: Context<Variables>): Promise<Response> {
    const { pathname, search } = new URL(context.req.url);
    const canonical = canonicalPathOf(pathname);
    if (canonical) return context.redirect(canonical + search, 308);
    const { registry, isOwn, preview } = releasesFor(context);
    const answer = await renderer.render(context.req.raw, {
      requestId: context.get('requestId'),
      buildId: getBuildId(registry),
      registry,
      preview,
      wishes: wishesFor(context),
    });
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer;
    const { status, headers } = answer;
    const body = Buffer.from(await answer.arrayBuffer());
    // Visitors who ask not to be followed (Global Privacy Control, Do Not Track) report nothing.
    const policy = headers.get('content-security-policy');
    if (policy && environment.PAGE_REPORTS_SHARE > 0 && context.req.header('sec-gpc') !== '1' && context.req.header('dnt') !== '1') {
      headers.set('content-security-policy', reported(policy));
      headers.set('reporting-endpoints', REPORTING_ENDPOINTS);
    }
    shareIfPublic(headers, context.req.header('cookie') === undefined && !isOwn);
    if (preview) headers.set('x-robots-tag', 'noindex');
    if (status === 503) headers.set('retry-after', '5');
    if (status !== 200) return await compressed(body, { status, headers }, context.req.header('accept-encoding'));
    // Weak: each encoding of the page is other bytes.
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    headers.set('etag', etag);
    const isKnown = context.req
      .header('if-none-match')
      ?.split(',')
      .some((tag) => tag.trim() === etag);
    if (isKnown) return new Response(null, { status: 304, headers });
    return await compressed(body, { status, headers }, context.req.header('accept-encoding'));
  }

  /** Without a cookie a visitor reads the page that all readers of the same languages read. With a choice made, or a canary, it is their own. */
  function shareIfPublic(headers: Headers, isForAll: boolean): void {
    const shown = headers.get('cache-tag');
    const seconds = environment.CDN_SECONDS;
    headers.set('vary', 'Cookie, Accept-Language, Accept-Encoding, Sec-GPC, DNT');
    if (shown !== null && isForAll && seconds > 0) {
      const tags = [PAGES_TAG, ...shown.split(', ').filter(Boolean)];
      headers.set('cache-tag', tags.join(', '));
      headers.set('surrogate-key', tags.join(' '));
      headers.set('cache-control', `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${10 * seconds}, stale-if-error=86400`);
    } else {
      headers.delete('cache-tag');
      headers.set('cache-control', 'private, no-cache');
    }
  }

  /** Pictures are not drawn at will: only pages that are there have a picture, and only under the version of what it shows. */
  async function preview(context: Context<Variables>): Promise<Response> {
    const requestId = context.get('requestId');
    const path = pageOfPreview(context.req.path);
    if (!path) return notFound(context);
    const wishes = resolvePreferences({ addressed: context.req.query(LANGUAGE_PARAM), cookies: {}, acceptLanguage: undefined, timeZone });
    const version = context.req.query('v') ?? '';
    const key = `${path} ${wishes.locale} ${version}`;
    const send = ({ bytes, type }: Picture) => context.body(bytes, 200, { 'content-type': type, 'cache-control': FOR_EVER });
    const known = previews.known(key);
    if (known) return send(known);
    try {
      const shown = await renderer.previewOf(path, { requestId, buildId: '', registry: registry(), wishes });
      if (!shown) return notFound(context);
      if (version === previewVersion(shown)) return send(await previews.draw(shown, key));
      context.header('cache-control', 'public, max-age=300');
      return context.redirect(previewAddress(path, shown), 302);
    } catch (error) {
      log.warn({ err: error, requestId }, 'no preview');
      return context.text('Unavailable', 503, { 'retry-after': '5' });
    }
  }

  async function proxied(context: Context<Variables>, service: string, origin: string): Promise<Response> {
    const requestId = context.get('requestId');
    const peer = getConnInfo(context).remote.address ?? '';
    const before = context.req.header('x-forwarded-for');
    try {
      return await telemetry().call(service, context.req.method, (trace) =>
        passOn(context.req.raw, origin, {
          'x-request-id': requestId,
          'x-forwarded-for': before ? `${before}, ${peer}` : peer,
          'x-forwarded-proto': isSecure ? 'https' : 'http',
          'x-forwarded-host': context.req.header('host') ?? '',
          ...trace,
        }),
      );
    } catch (error) {
      log.warn({ err: error, requestId, origin }, 'no answer');
      const detail = { code: 'service_unavailable', message: 'The service does not answer. Try again shortly.', requestId } as const;
      const body = TEXT_ERROR_PATHS.includes(context.req.path)
        ? { error: detail.message, code: detail.code, requestId }
        : { error: detail };
      const own = { ...headers, 'content-security-policy': NOTHING_RUNS, 'cache-control': 'no-store', 'retry-after': '5' };
      return context.json(body, 503, own);
    }
  }

  return app;
}

const notFound = (context: Context): Response => context.text('Not found', 404, { 'cache-control': 'no-store' });

/** Forms of other sites may not choose for our visitors. */
function isSameOrigin(context: Context): boolean {
  const site = context.req.header('sec-fetch-site');
  if (site) return site === 'same-origin';
  const origin = context.req.header('origin');
  return !origin || (URL.canParse(origin) && new URL(origin).host === context.req.header('host'));
}

/** The form in the body, or null when it is none. */
async function formOf(context: Context): Promise<BodyData | null> {
  try {
    return await context.req.parseBody();
  } catch {
    return null;
  }
}

async function compressed(
  body: Buffer<ArrayBuffer>,
  { status, headers }: { status: number; headers: Headers },
  accepted = '',
): Promise<Response> {
  if (/\bbr\b/.test(accepted)) {
    headers.set('content-encoding', 'br');
    const bytes = await promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    return new Response(bytes, { status, headers });
  }
  if (/\bgzip\b/.test(accepted)) {
    headers.set('content-encoding', 'gzip');
    return new Response(await promisify(gzip)(body), { status, headers });
  }
  return new Response(body, { status, headers });
}

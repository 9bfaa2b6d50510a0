import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import type { ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { getPagePattern } from '@site/shared/page-patterns.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { lineLevelOf } from '@site/shared/process/graceful-stop.ts';
import { isCutOff, unreadableRequests } from '@site/shared/process/limited-server.ts';
import { getTelemetry } from '@site/shared/process/telemetry.ts';
import type { Readiness } from '@site/shared/readiness/readiness.ts';
import { type Context, Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { routePath } from 'hono/route';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import type { Logger } from 'pino';
import type { Renderer } from '../src/server/render.tsx';
import type { ShellEnv } from './answers.ts';
import type { WatchedBrand } from './brand.ts';
import { RELOAD_PATH, reloadStream } from './dev-reload.ts';
import type { Environment } from './env.ts';
import { fileRoutes } from './file-routes.ts';
import { createFinishedPages } from './finished-pages.ts';
import type { LocalReleases } from './local-releases.ts';
import { ALL_PAGES, pageRoutes } from './page-routes.ts';
import { preferencesRoute } from './preferences-route.ts';
import { previewRoute } from './preview-route.ts';
import { passOn } from './proxy.ts';
import { sampleEmailsRoute } from './sample-emails.ts';
import { NOTHING_RUNS, onlyStyles, securityHeaders } from './security-headers.ts';
import { createVisitorReader, forwardedFor } from './visitor.ts';

export type AppOptions = {
  environment: Environment;
  log: Logger;
  brand: WatchedBrand;
  renderer: Pick<Renderer, 'render' | 'previewOf' | 'failedPage'>;
  registry: () => ReleaseRegistry;
  releases: LocalReleases;
  /** The folder of the shell's own client build. */
  assets: string;
  /** The version of the shell's own build, a hash of its content. */
  version: string;
  isReady: () => boolean;
  readiness: () => Promise<Readiness>;
};

/** A trace begins at this server. A `traceparent` header from a visitor must not decide whether, and to which trace, the site writes. */
const NO_TRACE = new Headers();

/** Paths that are proxied to the API. */
const API_PATHS = ['/api/*', '/users', '/user-photo/*', '/send-purchase-email', '/sitemap.xml', '/podcast.xml', '/textos.xml'] as const;
/** Paths that the identity provider's library calls on the site's own origin if the provider is proxied. */
const IDENTITY_PATHS = ['/identitytoolkit.googleapis.com/*', '/securetoken.googleapis.com/*', '/emulator/*'] as const;
/** The methods that change data. `OPTIONS` is allowed to everybody. */
const CHANGES = /^(POST|PUT|PATCH|DELETE)$/;
/** Paths whose callers expect plain text as the body of an error. */
const TEXT_ERROR_PATHS = ['/api/create-checkout-session', '/send-purchase-email'];

/** Creates the shell's server: assets, proxies and rendered pages, in the order in which they handle a request. */
export function createApp({
  environment,
  log,
  brand,
  renderer,
  registry,
  releases,
  assets,
  version,
  isReady,
  readiness,
}: AppOptions): Hono<ShellEnv> {
  // This router combines all routes into a single regular expression. It does not support ambiguous routes.
  const app = new Hono<ShellEnv>({ router: new RegExpRouter() });
  const headers = securityHeaders(environment);
  const paymentHeaders = securityHeaders(environment, paths.checkout.pattern);
  const headersOf = (path: string) => (path === paths.checkout.pattern ? paymentHeaders : headers);
  const isSecure = environment.SITE_URL.startsWith('https:');
  const pages = createFinishedPages(log);
  const visitor = createVisitorReader({ registry, isSecure });

  /**
   * Headers that differ for each answer. A process that stops closes its connections, so that callers connect to another process for the
   * next request.
   */
  const ownHeaders = (requestId: string): Record<string, string> =>
    isReady() ? { 'x-request-id': requestId } : { 'x-request-id': requestId, connection: 'close' };

  app.use(async (context, next) => {
    // Callers can send any id, so we create our own and log theirs in addition.
    const given = context.req.header('x-request-id');
    const callerRequestId = given && /^[\w-]{8,64}$/.test(given) ? given : undefined;
    const requestId = randomUUID();
    context.set('requestId', requestId);
    const startedAt = performance.now();
    await getTelemetry().request({ method: context.req.method, url: context.req.url, headers: NO_TRACE }, requestId, async () => {
      await next();
      const route = routePath(context);
      return { route: route === ALL_PAGES ? getPagePattern(context.req.path) : route, status: context.res.status };
    });
    // Pages set all their headers at once, because converting a plain record to `Headers` and back takes a tenth of the time to send a
    // page.
    if (!context.get('isComplete')) complete(context);
    const { method, path } = context.req;
    const { status } = context.res;
    log[lineLevelOf(path, status)](
      { requestId, callerRequestId, method, path, status, ms: Math.round(performance.now() - startedAt) },
      'answered',
    );
  });

  const identity = environment.IDENTITY_PROXY_URL;
  if (identity) for (const path of IDENTITY_PATHS) app.all(path, async (context) => await proxied(context, 'identity', identity));
  for (const path of API_PATHS) app.all(path, async (context) => await proxied(context, 'api', environment.API_URL));

  // This middleware is registered after the proxies, because their answers must stay unchanged.
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (context, methods) => {
        const headers = { allow: [...methods, 'OPTIONS'].join(', ') };
        return context.req.method === 'OPTIONS'
          ? new Response(null, { status: 204, headers })
          : context.text('Method not allowed', 405, headers);
      },
    }),
  );

  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    if (!isReady()) return context.json({ status: 'stopping' }, 503);
    const answer = await readiness();
    return context.json(answer, answer.status === 'unavailable' ? 503 : 200);
  });

  if (environment.DEV_RELOAD) app.get(RELOAD_PATH, (context) => reloadStream(context, registry, isReady));
  // A page that cannot load one of its files asks here for the current build id; see reload-once.ts.
  app.get('/_live', (context) => context.text(buildIdOf(visitor.releasesFor(context).registry)));
  app.route(
    '/',
    fileRoutes({ environment, log, brand, releases, assets, registryFor: (context) => visitor.releasesFor(context).registry }),
  );
  const folder = join(environment.RELEASES_CACHE_DIR, 'previews');
  app.route('/', previewRoute({ log, brand, renderer, registry, read: readOwn, siteUrl: environment.SITE_URL, folder }));
  app.route('/', preferencesRoute(isSecure));

  app.route('/', sampleEmailsRoute({ apiUrl: environment.API_URL, sender: forwardedFor }));
  app.route('/', pageRoutes({ environment, brand, renderer, pages, visitor, buildIdOf, headersFor }));
  app.onError((error, context) => {
    if (isCutOff(context.env)) {
      log.info({ requestId: context.get('requestId') }, 'client disconnected');
      return context.text(unreadableRequests.request_timeout.message, 408, { connection: 'close' });
    }
    log.error({ err: error, requestId: context.get('requestId') }, 'request failed');
    if (!context.req.header('accept')?.includes('text/html')) return context.text('Internal server error', 500);
    const { html, inlineStyles } = renderer.failedPage(brand.current(), visitor.wishesOf(context).locale, context.get('requestId'));
    return context.html(html, 500, { 'content-security-policy': onlyStyles(inlineStyles) });
  });

  /** Adds the usual headers, except those that the route has set. */
  function complete(context: Context<ShellEnv>): void {
    // This code avoids `context.header`, which would create a new response for each header.
    const answered = context.res.headers;
    const usual = { 'content-security-policy': NOTHING_RUNS, 'cache-control': 'no-store', ...headersOf(context.req.path) };
    for (const [name, value] of Object.entries(usual)) if (!answered.has(name)) answered.set(name, value);
    for (const [name, value] of Object.entries(ownHeaders(context.get('requestId')))) answered.set(name, value);
  }

  function headersFor(context: Context<ShellEnv>) {
    return { common: headersOf(context.req.path), own: ownHeaders(context.get('requestId')) };
  }

  /** Returns the body of this site's own answer at a path. Null if the request fails. */
  async function readOwn(path: string): Promise<Uint8Array | null> {
    const answer = await app.request(path);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  }

  const buildIds = new WeakMap<ReleaseRegistry, string>();
  function buildIdOf(registry: ReleaseRegistry): string {
    const id = buildIds.get(registry) ?? [version, ...Object.values(registry.remotes).map((release) => release.version)].join('-');
    buildIds.set(registry, id);
    return id;
  }

  async function proxied(context: Context<ShellEnv>, service: string, origin: string): Promise<Response> {
    const requestId = context.get('requestId');
    try {
      const answer = await getTelemetry().call(service, context.req.method, (trace) =>
        passOn(context.req.raw, origin, {
          'x-request-id': requestId,
          'x-forwarded-for': forwardedFor(context),
          'x-forwarded-proto': isSecure ? 'https' : 'http',
          'x-forwarded-host': context.req.header('host') ?? '',
          ...trace,
        }),
      );
      if (answer.ok && CHANGES.test(context.req.method) && context.req.path.startsWith('/api/admin/')) {
        brand.outdate();
        pages.outdate();
      }
      for (const [name, value] of Object.entries(ownHeaders(requestId))) answer.headers.set(name, value);
      context.set('isComplete', true);
      return answer;
    } catch (error) {
      const refuse = (code: ErrorCode, message: string) =>
        TEXT_ERROR_PATHS.includes(context.req.path) ? { error: message, code, requestId } : { error: { code, message, requestId } };
      if (isCutOff(context.env) || context.req.raw.signal.aborted) {
        log.info({ requestId, origin, reason: String(error) }, 'client disconnected');
        return context.json(refuse('request_timeout', unreadableRequests.request_timeout.message), 408, { connection: 'close' });
      }
      log.warn({ err: error, requestId, origin }, 'upstream did not answer');
      const body = refuse('service_unavailable', 'The service does not answer. Try again shortly.');
      return context.json(body, 503, { 'retry-after': '5' });
    }
  }

  return app;
}

import { randomUUID } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { getPagePattern } from '@site/shared/page-patterns.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { CURRENCY_COOKIE, LOCALE_COOKIE } from '@site/shared/preferences/preferences.ts';
import { getCookieName, resolvePreferences, type Wishes } from '@site/shared/preferences/resolve-preferences.ts';
import { getTelemetry } from '@site/shared/process/telemetry.ts';
import type { Readiness } from '@site/shared/readiness/readiness.ts';
import { LANGUAGE_PARAM } from '@site/shared/texts/language-address.ts';
import { dropLinkTags } from '@site/shared/visits/link-tags.ts';
import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { routePath } from 'hono/route';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { canonicalPathOf } from '../src/canonical-path.ts';
import { pageOfPreview, previewAddress, previewVersion } from '../src/head/preview.ts';
import type { Renderer } from '../src/server/render.tsx';
import { FOR_EVER, notFound, type ShellEnv, unavailable } from './answers.ts';
import type { WatchedBrand } from './brand.ts';
import { type ChosenReleases, chooseReleases, RELEASE_PARAM } from './chosen-releases.ts';
import { RELOAD_PATH, reloadStream } from './dev-reload.ts';
import type { Environment } from './env.ts';
import { fileRoutes } from './file-routes.ts';
import { createFinishedPages, type FinishedPage, finish } from './finished-pages.ts';
import type { Picture } from './kept-pictures.ts';
import type { LocalReleases } from './local-releases.ts';
import { formOf, ownForms } from './own-forms.ts';
import { pageAnswer } from './page-answer.ts';
import { preferencesRoute } from './preferences-route.ts';
import { createPreviews } from './previews.ts';
import { passOn } from './proxy.ts';
import { sampleLettersRoute } from './sample-letters.ts';
import { NOTHING_RUNS, onlyStyles, securityHeaders } from './security-headers.ts';

export type AppOptions = {
  environment: Environment;
  log: Logger;
  brand: WatchedBrand;
  renderer: Pick<Renderer, 'render' | 'previewOf' | 'failedPage'>;
  registry: () => ReleaseRegistry;
  releases: LocalReleases;
  /** Folder of the shell's own client build. */
  assets: string;
  /** Name of the shell's own build. */
  version: string;
  isReady: () => boolean;
  readiness: () => Promise<Readiness>;
};

/** A visitor's `traceparent` would decide which trace we write into, and whether at all: each begins here. */
const NO_TRACE = new Headers();

/** Paths that the API answers. */
const API_PATHS = ['/api/*', '/users', '/user-photo/*', '/send-purchase-email', '/sitemap.xml', '/podcast.xml', '/textos.xml'] as const;
/** Paths that the identity provider's library calls on the site's own origin when the provider is proxied. */
const IDENTITY_PATHS = ['/identitytoolkit.googleapis.com/*', '/securetoken.googleapis.com/*', '/emulator/*'] as const;
/** Pages whose forms a browser without scripts sends by itself; each page's action answers. */
const FORM_PAGES = [paths.contact, paths.newsletter, paths.newsletterConfirm, paths.newsletterUnsubscribe, paths.waitlist];
/** Most visitors ask in one of a few ways. */
const MAX_KNOWN_WISHES = 500;
const LONGEST_WISHES = 200;
/** What no other route answers is a page. */
const ALL_PAGES = '/*';
/** Of an address: the draft that stands in the place of what is published. */
const PREVIEW_PARAM = 'preview';
/** Methods that change something. Anybody may ask for the options of a call. */
const CHANGES = /^(POST|PUT|PATCH|DELETE)$/;
/** Calls whose callers expect an error as plain text. */
const TEXT_ERROR_PATHS = ['/api/create-checkout-session', '/send-purchase-email'];

/** The shell's server: assets, proxies and rendered pages, in the order in which a request meets them. */
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
  // One expression finds the route. It takes no two routes of which one could be the other.
  const app = new Hono<ShellEnv>({ router: new RegExpRouter() });
  const headers = securityHeaders(environment);
  const paymentHeaders = securityHeaders(environment, paths.checkout.pattern);
  const headersOf = (path: string) => (path === paths.checkout.pattern ? paymentHeaders : headers);
  const previews = createPreviews(async (path) => {
    const answer = await app.request(path);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  });
  const isSecure = environment.SITE_URL.startsWith('https:');
  const pages = createFinishedPages(log);

  /** Of each answer alone. A process that stops lets its callers find another one for their next request. */
  const ownHeaders = (requestId: string): Record<string, string> =>
    isReady() ? { 'x-request-id': requestId } : { 'x-request-id': requestId, connection: 'close' };

  app.use(async (context, next) => {
    // Anybody can send any id: ours is made here, and theirs stands beside it.
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
    // To make `Headers` of a page's plain record, and to read them again, would cost a tenth of sending it.
    if (!context.get('isComplete')) complete(context);
    const { method, path } = context.req;
    log.info(
      { requestId, callerRequestId, method, path, status: context.res.status, ms: Math.round(performance.now() - startedAt) },
      'answered',
    );
  });

  const identity = environment.IDENTITY_PROXY_URL;
  if (identity) for (const path of IDENTITY_PATHS) app.all(path, async (context) => await proxied(context, 'identity', identity));
  for (const path of API_PATHS) app.all(path, async (context) => await proxied(context, 'api', environment.API_URL));

  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  app.get('/readyz', async (context) => {
    if (!isReady()) return context.json({ status: 'stopping' }, 503);
    const answer = await readiness();
    return context.json(answer, answer.status === 'unavailable' ? 503 : 200);
  });

  if (environment.DEV_RELOAD) app.get(RELOAD_PATH, (context) => reloadStream(context, registry, isReady));
  // Pages that miss something ask what a page is made of now; see reload-once.ts.
  app.get('/_live', (context) => context.text(getBuildId(releasesFor(context).registry)));
  app.route('/', fileRoutes({ environment, log, brand, releases, assets, registryFor: (context) => releasesFor(context).registry }));
  app.get('/og/*', async (context) => await preview(context));

  app.route('/', preferencesRoute(isSecure));

  app.route('/', sampleLettersRoute({ apiUrl: environment.API_URL, sender: (context) => forwardedFor(context) }));
  for (const { pattern } of FORM_PAGES) app.post(pattern, ...ownForms, async (context) => await answerForm(context));
  app.get(ALL_PAGES, async (context) => await page(context));
  app.notFound((context) => context.text('Method not allowed', 405));
  app.onError((error, context) => {
    log.error({ err: error, requestId: context.get('requestId') }, 'failed');
    if (!context.req.header('accept')?.includes('text/html')) return context.text('Internal server error', 500);
    const { html, inlineStyles } = renderer.failedPage(brand.current(), wishesFor(context).locale, context.get('requestId'));
    return context.html(html, 500, { 'content-security-policy': onlyStyles(inlineStyles) });
  });

  /** Gives an answer the headers of which its route says nothing. */
  function complete(context: Context<ShellEnv>): void {
    // Not `context.header`, which would make a new answer for each.
    const answered = context.res.headers;
    const usual = { 'content-security-policy': NOTHING_RUNS, 'cache-control': 'no-store', ...headersOf(context.req.path) };
    for (const [name, value] of Object.entries(usual)) if (!answered.has(name)) answered.set(name, value);
    for (const [name, value] of Object.entries(ownHeaders(context.get('requestId')))) answered.set(name, value);
  }

  const knownWishes = new LRUCache<string, Wishes>({ max: MAX_KNOWN_WISHES });
  function wishesFor(context: Context): Wishes {
    const cookies = getCookie(context);
    const [locale, currency] = [cookies[getCookieName(LOCALE_COOKIE, isSecure)], cookies[getCookieName(CURRENCY_COOKIE, isSecure)]];
    const addressed = context.req.query(LANGUAGE_PARAM);
    const acceptLanguage = context.req.header('accept-language');
    const key = `${addressed}\n${locale}\n${currency}\n${acceptLanguage}`;
    const known = knownWishes.get(key);
    if (known) return known;
    const wishes = resolvePreferences({ addressed, cookies: { [LOCALE_COOKIE]: locale, [CURRENCY_COOKIE]: currency }, acceptLanguage });
    if (key.length < LONGEST_WISHES) knownWishes.set(key, wishes);
    return wishes;
  }

  function releasesFor(context: Context): ChosenReleases {
    return chooseReleases(registry(), {
      // A caller that lies about it chooses among releases, and nothing else.
      address: () => context.req.header('x-forwarded-for')?.split(',')[0] ?? getConnInfo(context).remote.address ?? '',
      userAgent: () => context.req.header('user-agent') ?? '',
      asked: context.req.query(RELEASE_PARAM),
      now: new Date(),
    });
  }

  const buildIds = new WeakMap<ReleaseRegistry, string>();
  function getBuildId(registry: ReleaseRegistry): string {
    const id = buildIds.get(registry) ?? [version, ...Object.values(registry.remotes).map((release) => release.version)].join('-');
    buildIds.set(registry, id);
    return id;
  }

  /** The page as this one visitor's form leaves it. */
  async function answerForm(context: Context<ShellEnv>): Promise<Response> {
    const body = await formOf(context);
    if (!body) return context.text('Bad request', 400);
    const { registry, preview } = releasesFor(context);
    const { pathname, search } = new URL(context.req.url);
    const sent = new Request(Object.assign(new URL(environment.SITE_URL), { pathname, search }), { method: 'POST', body });
    const page = await renderer.render(sent, {
      requestId: context.get('requestId'),
      brand: await brand.get(),
      buildId: getBuildId(registry),
      registry,
      preview,
      wishes: wishesFor(context),
      sender: forwardedFor(context),
    });
    return await answerWith(context, await finish(page), { isOwn: true, isPreview: false });
  }

  async function page(context: Context<ShellEnv>): Promise<Response> {
    const { pathname, search: asWritten } = new URL(context.req.url);
    const canonical = canonicalPathOf(pathname);
    if (canonical) return context.redirect(canonical + asWritten, 308);
    const search = dropLinkTags(asWritten);
    const { registry, isOwn, preview } = releasesFor(context);
    const wishes = wishesFor(context);
    const buildId = getBuildId(registry);
    const requestId = context.get('requestId');
    const render = async () => {
      // Not the visitor's own request: others are given the same page, of the site's own host, also when this visitor goes away.
      const asked = Object.assign(new URL(environment.SITE_URL), { pathname, search });
      const visit = { requestId, brand: await brand.get(asked.searchParams.get(PREVIEW_PARAM)), buildId, registry, preview, wishes };
      return await renderer.render(new Request(asked), visit);
    };
    const key = `${pathname}${search} ${wishes.locale} ${wishes.currency} ${buildId}`;
    const page = preview ? await render() : await pages.get(key, render);
    if (!(page instanceof Response)) return await answerWith(context, page, { isOwn, isPreview: false });
    if (!page.headers.get('content-type')?.startsWith('text/html')) return page;
    return await answerWith(context, await finish(page), { isOwn, isPreview: true });
  }

  async function answerWith(
    context: Context<ShellEnv>,
    page: FinishedPage,
    about: { isOwn: boolean; isPreview: boolean },
  ): Promise<Response> {
    const [common, own] = [headersOf(context.req.path), ownHeaders(context.get('requestId'))];
    const answer = await pageAnswer(context.req, page, { ...about, common, own }, environment);
    context.set('isComplete', page.policy !== null);
    return answer;
  }

  /** Pictures are not drawn at will: only pages that are there have a picture, and only under the version of what it shows. */
  async function preview(context: Context<ShellEnv>): Promise<Response> {
    const requestId = context.get('requestId');
    const path = pageOfPreview(context.req.path);
    if (!path) return notFound(context);
    const wishes = resolvePreferences({ addressed: context.req.query(LANGUAGE_PARAM), cookies: {}, acceptLanguage: undefined });
    const version = context.req.query('v') ?? '';
    const key = `${path} ${wishes.locale} ${version}`;
    const send = ({ bytes, type }: Picture) => context.body(bytes, 200, { 'content-type': type, 'cache-control': FOR_EVER });
    const known = previews.known(key);
    if (known) return send(known);
    try {
      const signed = await brand.get();
      const shown = await renderer.previewOf(path, { requestId, brand: signed, buildId: '', registry: registry(), wishes });
      if (!shown) return notFound(context);
      if (version === previewVersion(shown)) return send(await previews.draw(shown, signed, key));
      context.header('cache-control', 'public, max-age=300');
      return context.redirect(previewAddress(path, shown), 302);
    } catch (error) {
      log.warn({ err: error, requestId }, 'no preview');
      return unavailable(context);
    }
  }

  /** The addresses that the request came through: by them the API limits how often a caller may do what. */
  function forwardedFor(context: Context): string {
    const peer = getConnInfo(context).remote.address ?? '';
    const before = context.req.header('x-forwarded-for');
    return before ? `${before}, ${peer}` : peer;
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
      log.warn({ err: error, requestId, origin }, 'no answer');
      const detail = { code: 'service_unavailable', message: 'The service does not answer. Try again shortly.', requestId } as const;
      const body = TEXT_ERROR_PATHS.includes(context.req.path)
        ? { error: detail.message, code: detail.code, requestId }
        : { error: detail };
      return context.json(body, 503, { 'retry-after': '5' });
    }
  }

  return app;
}

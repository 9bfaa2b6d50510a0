import { accentStyleOf } from '@site/shared/design/accent.ts';
import type { PageAssets, RegisteredRelease, ReleaseRegistry } from '@site/shared/federation/registry.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import type { Preferences } from '@site/shared/preferences/preferences.ts';
import type { Wishes } from '@site/shared/preferences/resolve-preferences.ts';
import { createApiClient, paths, siteContext, type Written } from '@site/shared/site/site.ts';
import { LANGUAGE_PARAM } from '@site/shared/texts/language-address.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  type StaticHandler,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom';
import type { EmbeddedPayments, SiteSettings } from '../boot.ts';
import { headOf } from '../head/page-head.ts';
import type { Preview } from '../head/preview.ts';
import { mapValues, reviveError, serializeError } from '../hydration.ts';
import { areaOf } from '../remotes.ts';
import { getPattern } from '../reports/visit.ts';
import { createRoutes, GRAFT_ID, type GraftedRoutes } from '../router/create-routes.tsx';
import { type Failure, failureOf, SHORT_ID, STATUS_OF } from '../router/failure.ts';
import { Site } from '../site.tsx';
import { readSiteInfo } from '../site-info.ts';
import { documentOf, inlineDigestsOf } from './document.ts';
import { draw } from './draw.ts';
import { type FailedPage, failedPage } from './failed-page.tsx';
import type { InlineDigests } from './inline-digest.ts';
import { loadPageSlots, type PageSlots, slotAssets, slotSource, withoutSlots } from './page-slots.ts';
import { NOTE_STYLES, previewNote } from './preview-note.tsx';
import { createReleaseLoader, publicReleases, releasedIntegrity } from './releases.ts';
import { noteSources } from './sources.ts';
import { settingsOf, type VisitBrand } from './visit-brand.ts';
import { grant } from './wishes.ts';

export type RendererOptions = {
  settings: Omit<SiteSettings, 'brand'>;
  apiUrl: string;
  /** Sends the pages' requests to the API. */
  fetch: typeof fetch;
  /** Returns the URL of a release's server code. Rejects if it is unavailable. */
  serverEntryOf: (release: RegisteredRelease) => Promise<string>;
  /** Files of the shell's own client build, as site paths. */
  shell: {
    version: string;
    entry: PageAssets;
    integrity: Readonly<Record<string, string>>;
    late: readonly string[];
    pages: Readonly<Record<string, PageAssets>>;
  };
  startScript: string;
  /** Returns the text of a style sheet; null if the page must link to the style sheet. */
  styleText: (href: string) => string | null;
  /** The settings of the payment frame, which only the payment page uses. */
  payments?: EmbeddedPayments | null;
  /** Returns the content security policy of the page at `pathname` with these inline scripts and styles. */
  policyOf: (inline: InlineDigests, pathname: string) => string;
  /** Called for every error that a visitor saw as an error page. */
  onError: (error: unknown, requestId: string) => void;
};

export type Visit = {
  requestId: string;
  brand: VisitBrand;
  buildId: string;
  wishes: Wishes;
  registry: ReleaseRegistry;
  /** The release on the page that is not live, or null. */
  preview?: RegisteredRelease | null;
  /** For a form: the addresses through which the request came, which the API needs for its limits. */
  sender?: string;
};

/** Longest wait for the API, in milliseconds. After that the visitor sees an error. */
const API_LIMIT_MS = 4_000;

export type Renderer = {
  /** Returns a page with its policy. If a cache may store the page for all visitors, it has a `cache-tag` header that names its content. */
  render: (request: Request, visit: Visit) => Promise<Response>;
  /** Returns the content of the link preview of the page at `path`; null if it is not a page or should not be indexed. */
  previewOf: (path: string, visit: Visit) => Promise<Preview | null>;
  /** Loads a release's code before a page needs it. Rejects if that fails. */
  load: (release: RegisteredRelease) => Promise<unknown>;
  /** Returns the page for an error of the server itself. */
  failedPage: (brand: VisitBrand, locale: Locale, requestId: string) => FailedPage;
};

/** A visit together with the site's data from the API. */
type VisitWith = Visit & { settings: SiteSettings; preferences: Preferences; currencies: readonly Currency[] };

/** A rendered page. It may lack its slots, or be an error page, if rendering the whole page failed. */
type Drawn = { content: string; shown: StaticHandlerContext; slots: PageSlots; written: Written };

/** Creates the renderer of the shell's own pages and of those of the releases in the visit's registry. */
export function createRenderer(options: RendererOptions): Renderer {
  const { shell, onError } = options;
  const loadRelease = createReleaseLoader(options.serverEntryOf);
  const handlers = new WeakMap<RegisteredRelease, StaticHandler>();
  let shellHandler: StaticHandler | null = null;

  async function remoteOf(pathname: string, visit: Visit): Promise<{ release: RegisteredRelease; grafted: GraftedRoutes } | null> {
    const area = areaOf(pathname);
    const release = area && visit.registry.remotes[area.name];
    if (!release) return null;
    try {
      return { release, grafted: { name: release.name, routes: (await loadRelease(release)).routes } };
    } catch (error) {
      onError(error, visit.requestId);
      return null;
    }
  }

  function handlerOf(remote: Awaited<ReturnType<typeof remoteOf>>): StaticHandler {
    const known = remote ? handlers.get(remote.release) : shellHandler;
    if (known) return known;
    const handler = createStaticHandler(
      createRoutes({ rendered: remote?.grafted ?? null, isLoaded: (name) => name === remote?.grafted.name }),
      { future: { v8_middleware: true } },
    );
    if (remote) handlers.set(remote.release, handler);
    else shellHandler = handler;
    return handler;
  }

  async function slotsOn({ matches }: StaticHandlerContext, { registry, requestId }: Visit): Promise<PageSlots> {
    const handles = matches.map(({ route }) => route.handle);
    return await loadPageSlots(handles, { registry, loadRelease, onError: (error) => onError(error, requestId) });
  }

  /**
   * Renders a page. If that throws, renders the page without its slots. If that throws too, renders the error page. The result tells the
   * browser what was rendered, so that hydration renders the same.
   */
  async function renderTree(handler: StaticHandler, context: StaticHandlerContext, visit: VisitWith, slots: PageSlots): Promise<Drawn> {
    const written: Written = new Map();
    // Components get errors in the form in which the browser gets them, so that both render the same.
    const seen = (error: unknown) => reviveError(serializeError(error, visit.requestId));
    const drawWith = async ({ errors, ...drawn }: StaticHandlerContext): Promise<string> => {
      const shown = { ...drawn, errors: errors && mapValues(errors, seen) };
      return await draw(
        <Site
          settings={visit.settings}
          preferences={visit.preferences}
          currencies={visit.currencies}
          slots={slotSource(slots)}
          written={written}
        >
          <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, shown)} context={shown} hydrate={false} />
        </Site>,
      );
    };
    try {
      return { content: await drawWith(context), shown: context, slots, written };
    } catch (error) {
      const fewer = withoutSlots(slots);
      if (fewer) {
        onError(error, visit.requestId);
        return await renderTree(handler, context, visit, fewer);
      }
      const shown = { ...context, errors: { [GRAFT_ID.public]: error } };
      return { content: await drawWith(shown), shown, slots, written };
    }
  }

  /** Returns the page's data and route matches, or the response that its loader returned instead. */
  async function pageOf(request: Request, visit: Visit) {
    const { pathname } = new URL(request.url);
    const remote = await remoteOf(pathname, visit);
    const handler = handlerOf(remote);
    const sources = noteSources(options.fetch);
    const api = createApiClient({
      origin: options.apiUrl,
      headers: { 'x-request-id': visit.requestId, ...(visit.sender ? { 'x-forwarded-for': visit.sender } : {}) },
      timeoutMs: API_LIMIT_MS,
      fetch: sources.fetch,
    });
    // The loader of the root route shares this request.
    const info = await readSiteInfo(api);
    const { preferences, currencies } = grant(visit.wishes, info);
    const settings = settingsOf(options.settings, visit.brand, info, preferences.locale);
    const site = { api, preferences, brand: settings.brand, siteUrl: settings.siteUrl };
    const context = await handler.query(request, { requestContext: new RouterContextProvider(new Map([[siteContext, site]])) });
    // Without the site's data, currency and time zone are only guesses, so no cache may store the page.
    const tags = info && sources.tags();
    const until = sources.isOld() ? new Date().toISOString() : tags?.includes('ebooks') ? info?.pricesUntil : undefined;
    return { pathname, remote, handler, context, settings, preferences, currencies, tags, until };
  }

  const headFor = (context: StaticHandlerContext, failure: Failure | null, surroundings: Parameters<typeof headOf>[2]) =>
    headOf(
      context.matches.map(({ params, route }) => ({ params, data: context.loaderData[route.id], handle: route.handle })),
      failure,
      surroundings,
    );

  async function previewOf(path: string, visit: Visit): Promise<Preview | null> {
    const { pathname, context, settings, preferences } = await pageOf(new Request(new URL(path, options.settings.siteUrl)), visit);
    if (context instanceof Response) return null;
    const error = Object.values(context.errors ?? {})[0];
    const failure = error === undefined ? null : failureOf(error);
    if (failure && STATUS_OF[failure.kind] >= 500) throw error;
    return headFor(context, failure, { settings, preferences, pathname }).preview;
  }

  async function render(request: Request, visit: Visit): Promise<Response> {
    const { requestId } = visit;
    const { pathname, remote, handler, context, settings, preferences, currencies, tags, until } = await pageOf(request, visit);
    if (context instanceof Response) return context;

    const { content, shown, slots, written } = await renderTree(
      handler,
      context,
      { ...visit, settings, preferences, currencies },
      await slotsOn(context, visit),
    );
    const errors = Object.values(shown.errors ?? {});
    const failure = errors.length > 0 ? failureOf(errors[0]) : null;
    if (failure && STATUS_OF[failure.kind] >= 500) for (const error of errors) onError(error, requestId);
    const pages = context.matches.map(({ route }) => (route as { pageModule?: string }).pageModule ?? '');
    const assets = [
      shell.entry,
      ...(remote ? [remote.release.assets] : []),
      ...pages.map((page) => shell.pages[page] ?? remote?.release.pages[page]),
      ...slotAssets(slots),
    ].filter((files) => files !== undefined);

    const head = headFor(context, failure, { settings, preferences, pathname });
    const styles = [...new Set(assets.flatMap((files) => files.styles))].map(
      (href) => [href, options.styleText(href), releasedIntegrity(href, visit.registry.remotes)] as const,
    );
    const accentStyle = accentStyleOf(visit.brand.accent);
    const texts = {
      styles: [
        ...styles,
        ...(accentStyle ? [['accent.css', accentStyle] as const] : []),
        ...(visit.preview ? [['note.css', NOTE_STYLES] as const] : []),
      ],
      startScript: options.startScript,
    };
    const html = documentOf({
      ...texts,
      head,
      boot: {
        settings,
        preferences,
        currencies,
        ...(options.payments && pathname === paths.checkout.pattern ? { payments: options.payments } : {}),
        releases: publicReleases(visit.registry.remotes),
        rendered: remote?.grafted.name ?? null,
        drawn: {
          page: getPattern(context.matches),
          release: remote ? `${remote.release.name}@${remote.release.version}` : `shell@${shell.version}`,
        },
        slots: Object.fromEntries([...slots].map(([slot, found]) => [slot, found !== null])),
        hydration: {
          loaderData: context.loaderData,
          actionData: context.actionData,
          errors: shown.errors && mapValues(shown.errors, (error) => serializeError(error, requestId)),
        },
        written: Object.fromEntries(written),
      },
      note: visit.preview ? previewNote(visit.preview, preferences.locale) : '',
      content,
      // Two kinds of pages need their scripts at once: a page of one visitor, because scripts complete it, and a page whose URL names a
      // language, because only scripts keep that language in links.
      mayStayIdle: head.canonical !== null && !new URL(request.url).searchParams.has(LANGUAGE_PARAM),
      buildId: visit.buildId,
      scripts: [...new Set([...assets.flatMap(({ scripts }) => scripts), ...(remote ? [remote.release.entry] : [])])].map((url) => [
        url,
        shell.integrity[url] ?? releasedIntegrity(url, visit.registry.remotes),
      ]),
      late: shell.late,
    });
    // A page with missing content, or one that must not be indexed, must not be cached for others.
    const isWhole = !failure && context.statusCode === 200 && ![...slots.values()].includes(null);
    const isPartial = !failure && context.statusCode === 200 && (!isWhole || tags === null);
    const isShared = isWhole && request.method === 'GET' && head.canonical !== null && tags !== null;
    return new Response(html, {
      status: failure ? STATUS_OF[failure.kind] : context.statusCode,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': options.policyOf(inlineDigestsOf(texts), pathname),
        ...(isShared ? { 'cache-tag': tags.join(', ') } : {}),
        ...(isPartial ? { 'x-partial': '1' } : {}),
        ...(isShared && until ? { 'x-good-until': String(Date.parse(until)) } : {}),
      },
    });
  }

  return {
    render,
    previewOf,
    load: loadRelease,
    failedPage: (brand, locale, requestId) =>
      failedPage({ brand, styles: shell.entry.styles, locale, requestId: requestId.slice(0, SHORT_ID) }),
  };
}

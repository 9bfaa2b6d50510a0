import { retryUntilLoaded } from '@site/shared/primitives/retry-until-loaded.ts';
import {
  createPath,
  createStaticRouter,
  type DataRouter,
  type HydrationState,
  matchRoutes,
  type NavigateOptions,
  type RouteObject,
  type To,
} from 'react-router-dom';

type Options = {
  /** The routes of the page. None of them is lazy. */
  readonly routes: RouteObject[];
  readonly data: HydrationState;
  /** Creates the router that continues from these routes and data. */
  readonly load: (routes: RouteObject[]) => Promise<DataRouter>;
};

export type FirstRouter = DataRouter & {
  /** Loads the router that continues. Rejects if that fails; the next call tries again. */
  readonly leadOn: () => Promise<DataRouter>;
};

type Listener = Parameters<DataRouter['subscribe']>[0];

/**
 * Creates the router of the page that the server sent. It knows the location and the loaders' data. Everything else (loaders, actions,
 * history) belongs to a second router, whose code loads during hydration. Calls are forwarded to the second router or wait for it. To the
 * page's React tree both routers are a single one, so nothing renders again when the second router arrives.
 */
export function createFirstRouter({ routes, data, load }: Options): FirstRouter {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = 'default' } = window.history.state ?? {};
  const location = { pathname, search, hash, state: usr, key };
  const { loaderData = {}, actionData = null, errors = null } = data;
  const known = { basename: '/', location, matches: [], loaderData, actionData, errors };
  const still = createStaticRouter(routes, { ...known, statusCode: 200, loaderHeaders: {}, actionHeaders: {} });
  const state = { ...still.state, matches: matchRoutes(still.routes, location) ?? [] };

  let next: DataRouter | null = null;
  let coming: Promise<DataRouter> | null = null;
  const listeners = new Set<Listener>();
  const waiting: ((router: DataRouter) => void)[] = [];
  const listening = new AbortController();
  // A history entry with a state belongs to a page of this document, so it needs a reload. Entries of the same page have no state.
  addEventListener('popstate', (event) => event.state && window.location.reload(), { signal: listening.signal });

  function handOver(router: DataRouter): DataRouter {
    listening.abort();
    next = router;
    router.subscribe((...change) => {
      for (const listener of listeners) listener(...change);
    });
    for (const work of waiting.splice(0)) work(router);
    return router;
  }
  const leadOn = (): Promise<DataRouter> => {
    coming ??= load(still.routes).then(handOver);
    coming.catch(() => {
      coming = null;
    });
    return coming;
  };
  const whenThere = (work: (router: DataRouter) => void): void => {
    if (next) work(next);
    else waiting.push(work);
  };
  async function navigate(to: To | number | null, options?: NavigateOptions): Promise<void> {
    const router = next ?? (await leadOn().catch((error: unknown) => followInBrowser(to, options, error)));
    // The browser shows its response to the press before it begins to render the next page, which is slow on a phone.
    await new Promise((resolve) => setTimeout(resolve));
    await router?.navigate(to as To, options);
  }

  return {
    ...still,
    leadOn,
    get state() {
      return next?.state ?? state;
    },
    get routes() {
      return next?.routes ?? still.routes;
    },
    get manifest() {
      return next?.manifest ?? still.manifest;
    },
    window,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    navigate,
    // The load is retried until it succeeds, because the page itself needs it and no visitor presses again.
    fetch: async (...call) => await (next ?? (await retryUntilLoaded(leadOn))).fetch(...call),
    revalidate: async () => await (next ?? (await retryUntilLoaded(leadOn))).revalidate(),
    getFetcher: (key) => {
      whenThere((router) => router.getFetcher(key));
      return still.getFetcher(key);
    },
    deleteFetcher: (key) => whenThere((router) => router.deleteFetcher(key)),
    resetFetcher: (key, options) => whenThere((router) => router.resetFetcher(key, options)),
    getBlocker: (key, blocks) => {
      whenThere((router) => router.getBlocker(key, blocks));
      return still.getBlocker(key, blocks);
    },
    deleteBlocker: (key) => whenThere((router) => router.deleteBlocker(key)),
  };
}

/** Navigates with a document load if the router's code cannot be loaded. Actions that need a router fail with the same error. */
function followInBrowser(to: To | number | null, options: NavigateOptions | undefined, error: unknown): void {
  if (typeof to === 'number') window.history.go(to);
  else if (to === null || (options && 'formData' in options)) throw error;
  else window.location[options?.replace ? 'replace' : 'assign'](typeof to === 'string' ? to : createPath(to));
}

import { type SiteContext, siteContext } from '@site/shared/site/site.ts';
import { createBrowserRouter, type DataRouter, type HydrationState, type RouteObject, RouterContextProvider } from 'react-router-dom';
import type { RemoteLoader } from '../federation/remote-loader.ts';
import { areaOf } from '../remotes.ts';
import { GRAFT_ID, isUnknownPage } from './create-routes.tsx';
import { retriedRoutes } from './retried-routes.ts';

/** Returns the context for loaders. */
export const contextOf = (site: SiteContext): RouterContextProvider => new RouterContextProvider(new Map([[siteContext, site]]));

type Options = {
  readonly routes: RouteObject[];
  readonly data: HydrationState;
  readonly remotes: Pick<RemoteLoader, 'load'>;
  /** Returns the loaders' values at the time of the navigation. */
  readonly site: () => SiteContext;
};

/** Creates the router that continues from the page with this data. Routes of remotes are loaded when they are visited. */
export const createSiteRouter = ({ routes, data, remotes, site }: Options): DataRouter =>
  createBrowserRouter(retriedRoutes(routes), {
    future: { v8_middleware: true },
    getContext: () => contextOf(site()),
    hydrationData: data,
    // This function is also called for a known page whose URL has a parameter.
    patchRoutesOnNavigation: async ({ path, matches, patch }) => {
      const area = isUnknownPage(matches) ? areaOf(path) : null;
      if (area) patch(GRAFT_ID[area.isPrivate ? 'private' : 'public'], retriedRoutes((await remotes.load(area.name)).routes));
    },
  });

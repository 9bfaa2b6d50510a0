import { type SiteContext, siteContext } from '@site/shared/site/site.ts';
import { createBrowserRouter, type DataRouter, type HydrationState, type RouteObject, RouterContextProvider } from 'react-router-dom';
import type { RemoteLoader } from '../federation/remote-loader.ts';
import { areaOf } from '../remotes.ts';
import { GRAFT_ID, isUnknownPage } from './create-routes.tsx';
import { retriedRoutes } from './retried-routes.ts';

/** What loaders are given. */
export const contextOf = (site: SiteContext): RouterContextProvider => new RouterContextProvider(new Map([[siteContext, site]]));

type Options = {
  readonly routes: RouteObject[];
  readonly data: HydrationState;
  readonly remotes: Pick<RemoteLoader, 'load'>;
  /** What loaders may use by then. */
  readonly site: () => SiteContext;
};

/** The router that leads on from the page with this data, also to the areas of remotes, whose routes come when they are visited. */
export const createSiteRouter = ({ routes, data, remotes, site }: Options): DataRouter =>
  createBrowserRouter(retriedRoutes(routes), {
    future: { v8_middleware: true },
    getContext: () => contextOf(site()),
    hydrationData: data,
    // Asked also for a page that is known, if its address has a parameter.
    patchRoutesOnNavigation: async ({ path, matches, patch }) => {
      const area = isUnknownPage(matches) ? areaOf(path) : null;
      if (area) patch(GRAFT_ID[area.isPrivate ? 'private' : 'public'], retriedRoutes((await remotes.load(area.name)).routes));
    },
  });

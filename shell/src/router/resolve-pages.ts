import type { RouteObject } from '@site/shared/site/site.ts';

/** Returns the routes with every lazy page loaded, so that the server learns at once if a page is broken. */
export async function resolvePages(routes: readonly RouteObject[]): Promise<RouteObject[]> {
  return await Promise.all(
    routes.map(async (route): Promise<RouteObject> => {
      await resolvePage(route);
      return route.children ? { ...route, children: await resolvePages(route.children) } : route;
    }),
  );
}

/** Loads a route's lazy page into the route itself, so that it can be rendered synchronously. */
export async function resolvePage(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return;
  const page = await route.lazy();
  Object.assign(route, page, { lazy: undefined });
}

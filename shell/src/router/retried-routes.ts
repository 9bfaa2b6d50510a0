import type { RouteObject } from '@site/shared/site/site.ts';
import { createElement } from 'react';

type Lazy = Extract<NonNullable<RouteObject['lazy']>, () => unknown>;

/**
 * Returns the routes with lazy pages that are loaded again on the next visit after a failure. The router itself would keep a failure of
 * `lazy` for good.
 */
export const retriedRoutes = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map((route) => {
    const { lazy, children } = route;
    const again = typeof lazy === 'function' ? { lazy: () => lazy().catch(() => pageBehindLoader(lazy)) } : {};
    return { ...route, ...again, ...(children && { children: retriedRoutes(children) }) } as RouteObject;
  });

/** Returns a page whose loader loads the page's file. */
function pageBehindLoader(load: Lazy): Awaited<ReturnType<Lazy>> {
  let page: Awaited<ReturnType<Lazy>> = {};
  const handle = {};
  return {
    handle,
    loader: async (args, context) => {
      page = await load();
      Object.assign(handle, page.handle);
      return typeof page.loader === 'function' ? await page.loader(args, context) : null;
    },
    Component: () => page.Component && createElement(page.Component),
  };
}

import type { RemoteName } from '@site/shared/federation/remote.ts';
import { type LoaderFunctionArgs, Outlet, type RouteObject, siteContext } from '@site/shared/site/site.ts';
import { data, redirect } from 'react-router-dom';
import { Frame } from '../frame/frame.tsx';
import { REMOTE_AREAS } from '../remotes.ts';
import { shellPages } from '../routes.tsx';
import { ROOT_ID, readSiteInfo } from '../site-info.ts';
import { AreaError, SiteError } from './late-area-error.tsx';

/** Ids of the two routes to which routes of remotes are added: `content` for public pages, `signed-in` for pages that need a session. */
export const GRAFT_ID = { public: 'content', private: 'signed-in' } as const;

const placeholderId = (name: RemoteName, prefix: string): string => `${name}:${prefix}`;

/** Returns whether a placeholder matched the URL. Then the routes of the area are not added yet, or the area has no such page. */
export const isUnknownPage = (matches: readonly { readonly route: Pick<RouteObject, 'id'> }[]): boolean =>
  matches.some(({ route }) =>
    REMOTE_AREAS.some(({ name, prefixes }) => prefixes.some((prefix) => route.id === placeholderId(name, prefix))),
  );

export type GraftedRoutes = { readonly name: RemoteName; readonly routes: readonly RouteObject[] };

type Options = {
  /** The remote whose page the server rendered, if any. Its routes exist from the start. */
  rendered: GraftedRoutes | null;
  isLoaded: (name: RemoteName) => boolean;
};

/** Redirects to the canonical path within the page, as the shell's server does for documents. */
async function toCanonicalPath({ request }: { request: Request }): Promise<void> {
  const { pathname, search } = new URL(request.url);
  const { canonicalPathOf } = await import(/* webpackChunkName: "late" */ '../canonical-path.ts');
  const canonical = canonicalPathOf(pathname);
  if (canonical) throw redirect(canonical + search);
}

/**
 * Returns the only route tree of the site. Splat placeholders reserve the paths of a remote until its routes are added next to them.
 * Reaching a placeholder means that the remote is unavailable (503) or has no such page (404).
 */
export function createRoutes({ rendered, isLoaded }: Options): RouteObject[] {
  const placeholders = (isPrivate: boolean): RouteObject[] =>
    REMOTE_AREAS.filter((area) => area.isPrivate === isPrivate).flatMap(({ name, prefixes }) =>
      prefixes.map((prefix) => ({
        id: placeholderId(name, prefix),
        path: `${prefix}/*`,
        Component: Outlet,
        loader: () => {
          throw data({ remote: name }, { status: isLoaded(name) ? 404 : 503 });
        },
      })),
    );
  const graftsOf = (isPrivate: boolean): RouteObject[] => {
    const area = REMOTE_AREAS.find(({ name }) => name === rendered?.name);
    return rendered && area?.isPrivate === isPrivate ? [...rendered.routes] : [];
  };
  return [
    {
      id: ROOT_ID,
      Component: Frame,
      ErrorBoundary: SiteError,
      middleware: [toCanonicalPath],
      loader: async ({ context }: LoaderFunctionArgs) => await readSiteInfo(context.get(siteContext).api),
      shouldRevalidate: () => false,
      children: [
        {
          id: GRAFT_ID.public,
          ErrorBoundary: AreaError,
          Component: Outlet,
          children: [
            ...shellPages,
            ...placeholders(false),
            { id: GRAFT_ID.private, lazy: () => import('./signed-in-area-page.tsx'), children: [...placeholders(true), ...graftsOf(true)] },
            {
              id: 'not-found',
              path: '*',
              Component: Outlet,
              loader: () => {
                throw data(null, { status: 404 });
              },
            },
            ...graftsOf(false),
          ],
        },
      ],
    },
  ];
}

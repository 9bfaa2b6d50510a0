import type { LoaderFunctionArgs, RouteObject } from '@site/shared/site/site.ts';
import { matchRoutes } from 'react-router-dom';
import { areaOf } from '../remotes.ts';
import { shellPages } from '../routes.tsx';
import type { RemoteLoader } from './remote-loader.ts';
import { type SlotSource, slotsOf } from './slots.ts';

type Options = {
  readonly remotes: RemoteLoader;
  readonly slots: SlotSource;
  /** Returns the context for loaders, with an API client that keeps its answers. */
  readonly contextAhead: () => LoaderFunctionArgs['context'];
};

/**
 * Loads the code of the page that a link leads to as soon as the visitor points at it, touches it or focuses it. For public pages also
 * loads the data; personal data is only loaded on the visit.
 */
export function preloadOnIntent(options: Options): void {
  const asked = new Set<string>();
  let wanted: HTMLAnchorElement | null = null;
  const onIntent = ({ target }: Pick<Event, 'target'>): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== location.origin || asked.has(link.pathname)) return;
    wanted = link;
    // The browser shows its response to the touch before the preloading begins.
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (wanted !== link) return;
        asked.add(link.pathname);
        // If preloading fails, the visit itself tries again and shows the error.
        preload(link, options).catch(() => asked.delete(link.pathname));
      }),
    );
  };
  // After a click the navigation requests the same files, so preloading stops.
  document.addEventListener('click', () => {
    wanted = null;
  });
  for (const type of ['pointerover', 'touchstart', 'focusin'] as const) document.addEventListener(type, onIntent, { passive: true });
  // The browser sends no event for a link under a pointer that does not move.
  onIntent({ target: document.querySelector('a:hover') });
}

async function preload({ href, pathname }: Pick<URL, 'href' | 'pathname'>, { remotes, slots, contextAhead }: Options): Promise<void> {
  const area = areaOf(pathname);
  const routes: readonly RouteObject[] = area ? (await remotes.load(area.name)).routes : shellPages;
  const pages = matchRoutes([...routes], pathname) ?? [];
  await Promise.all(
    pages.map(async ({ route, params }) => {
      const { handle, loader } = typeof route.lazy === 'function' ? await route.lazy() : route;
      if (typeof loader === 'function' && !area?.isPrivate) {
        const given = { request: new Request(href), params, context: contextAhead() };
        // The router calls the loader again, so its result and errors are ignored here.
        Promise.resolve(loader(given as LoaderFunctionArgs)).catch(() => undefined);
      }
      await Promise.all(slotsOf(handle).map(slots.load));
    }),
  );
}

import type { LoaderFunctionArgs, RouteObject } from '@site/shared/site/site.ts';
import { matchRoutes } from 'react-router-dom';
import { areaOf } from '../remotes.ts';
import { shellPages } from '../routes.tsx';
import type { RemoteLoader } from './remote-loader.ts';
import { type SlotSource, slotsOf } from './slots.ts';

type Options = {
  readonly remotes: RemoteLoader;
  readonly slots: SlotSource;
  /** What loaders are given, with an API that keeps its answers. */
  readonly contextAhead: () => LoaderFunctionArgs['context'];
};

/**
 * Fetches the code of the page that a link leads to as soon as the visitor points at it, touches it or reaches it by keyboard, and the data
 * of a public one: personal data is read when it is asked for.
 */
export function preloadOnIntent(options: Options): void {
  const asked = new Set<string>();
  let wanted: HTMLAnchorElement | null = null;
  const onIntent = ({ target }: Pick<Event, 'target'>): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== location.origin || asked.has(link.pathname)) return;
    wanted = link;
    // What answers the touch is drawn first.
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (wanted !== link) return;
        asked.add(link.pathname);
        // A failure shows, and is tried again, when the visitor really goes there.
        preload(link, options).catch(() => asked.delete(link.pathname));
      }),
    );
  };
  // Who goes there already asks for the same.
  document.addEventListener('click', () => {
    wanted = null;
  });
  for (const type of ['pointerover', 'touchstart', 'focusin'] as const) document.addEventListener(type, onIntent, { passive: true });
  // What the visitor points at already, and the browser does not tell of again.
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
        // What it answers and throws is for the router, which asks again.
        Promise.resolve(loader(given as LoaderFunctionArgs)).catch(() => undefined);
      }
      await Promise.all(slotsOf(handle).map(slots.load));
    }),
  );
}

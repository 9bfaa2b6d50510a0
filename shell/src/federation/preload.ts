import type { RouteObject } from '@site/shared/site/site.ts';
import { matchRoutes } from 'react-router-dom';
import { areaOf } from '../remotes.ts';
import { shellPages } from '../routes.tsx';
import type { RemoteLoader } from './remote-loader.ts';
import { type SlotSource, slotsOf } from './slots.ts';

/** Fetches the code of the page that a link leads to as soon as the visitor points at it, touches it or reaches it by keyboard. */
export function preloadOnIntent(remotes: RemoteLoader, slots: SlotSource): void {
  const asked = new Set<string>();
  const onIntent = ({ target }: Pick<Event, 'target'>): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== location.origin || asked.has(link.pathname)) return;
    asked.add(link.pathname);
    // A failure shows, and is tried again, when the visitor really goes there.
    preload(link.pathname, remotes, slots).catch(() => asked.delete(link.pathname));
  };
  for (const type of ['pointerover', 'touchstart', 'focusin'] as const) document.addEventListener(type, onIntent, { passive: true });
  // What the visitor points at already, and the browser does not tell of again.
  onIntent({ target: document.querySelector('a:hover') });
}

async function preload(pathname: string, remotes: RemoteLoader, slots: SlotSource): Promise<void> {
  const area = areaOf(pathname);
  const routes: readonly RouteObject[] = area ? (await remotes.load(area.name)).routes : shellPages;
  const pages = matchRoutes([...routes], pathname) ?? [];
  await Promise.all(
    pages.map(async ({ route }) => {
      const { handle } = typeof route.lazy === 'function' ? await route.lazy() : route;
      await Promise.all(slotsOf(handle).map(slots.load));
    }),
  );
}

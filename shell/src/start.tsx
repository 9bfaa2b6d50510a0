import '@site/shared/design/layers.css';
import '@site/shared/design/tokens.css';
import '@site/shared/design/base.css';
import '@site/shared/design/fonts.css';
import type { Preferences } from '@site/shared/preferences/preferences.ts';
import { fetchLateParts, readCartFromDevice } from '@site/shared/site/site.ts';
import { startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { matchRoutes, RouterProvider } from 'react-router-dom';
import { BOOT_ELEMENT_ID, type BootData } from './boot.ts';
import { createRemoteLoader, type RemoteLoader } from './federation/remote-loader.ts';
import { createSlots } from './federation/slots.ts';
import { withinLimit } from './federation/time-limit.ts';
import { keepChoices } from './frame/keep-choices.ts';
import { fetchFooter } from './frame/late-parts.ts';
import { mapValues, reviveError } from './hydration.ts';
import { prepareIdentity, startSession } from './identity/session.ts';
import { READY_EVENT } from './ready-event.ts';
import { restoreInput } from './restore-input.ts';
import { createRoutes, GRAFT_ID, type GraftedRoutes } from './router/create-routes.tsx';
import { createFirstRouter, type FirstRouter } from './router/first-router.ts';
import { fetchAreaError } from './router/late-area-error.tsx';
import { resolvePage } from './router/resolve-pages.ts';
import { Site } from './site.tsx';
import { ROOT_ID } from './site-info.ts';
import { noteUsedElements } from './used-elements.ts';

/** Errors that happen before the reports have started. */
const errors: ErrorEvent[] = [];
addEventListener('error', (event) => errors.push(event));

/** The method of React that hydrates a part first. Without it, React hydrates the parts in page order. */
type HydratingRoot = Root & { unstable_scheduleHydration?: (target: Element) => void };

/** Longest wait for the code of late parts, in milliseconds. */
const LATE_LIMIT_MS = 3_000;

/** Loads what later navigation needs. Its code is in the same file as the footer and the other late parts. */
const loadAfterHydration = () => import(/* webpackChunkName: "late" */ './after-hydration.ts');

/** Adds popovers, which the menus need, to browsers without them. */
async function addPopoversWhereMissing(): Promise<void> {
  if ('showPopover' in HTMLElement.prototype) return;
  (await import(/* webpackChunkName: "popovers" */ './popovers.ts')).addPopovers();
}

/** Loads the late parts. A part that renders again before its code has loaded disappears from the page until then. */
const fetchWhatIsLate = (): Promise<unknown> => withinLimit(LATE_LIMIT_MS, fetchLateParts()).catch(() => undefined);

/** Returns whether a pressed element waits for the page's scripts. `where`: a selector that limits the search to a part of the page. */
const isAwaited = (where = ''): boolean => document.querySelector(`${where} [data-waiting]`) !== null;

/** Hydrates the server's page: loads exactly what it was rendered with, then hydrates it. */
async function start(): Promise<void> {
  const boot: BootData = JSON.parse(document.getElementById(BOOT_ELEMENT_ID)?.textContent ?? '');
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  const { settings } = boot;
  const written = new Map(Object.entries(boot.written));
  let { preferences } = boot;
  prepareIdentity(settings);
  const remotes = createRemoteLoader(boot);
  const slots = createSlots(remotes);
  // One file contains the footer and the code for later navigation, so both are loaded together.
  const footer = fetchFooter();
  const [page, areSlotsHere] = await Promise.all([
    pageFromServer(boot, remotes),
    slots.areAsRendered(boot.slots),
    addPopoversWhereMissing().catch(reportError),
  ]);
  // A waiting press is repeated right after hydration, so its code must be loaded by then. A field in which somebody types must not
  // disappear either.
  if (isAwaited('footer') || document.activeElement?.matches('input, textarea')) await fetchWhatIsLate();
  if (page.data.errors) await fetchAreaError();

  const { routes, data } = page;
  const router: FirstRouter = createFirstRouter({
    routes,
    data,
    load: async (converted) => (await loadAfterHydration()).setUpNavigation(hydratedPage, converted, data),
  });
  const hydratedPage = { boot, remotes, slots: slots.source, router, preferences: () => preferences, errors };
  const onChoose = (chosen: Preferences, change: Partial<Preferences>): void => {
    preferences = chosen;
    void loadAfterHydration().then(({ keepChoice }) => keepChoice(hydratedPage, change));
  };
  const onReady = (): void => {
    // The cart is read before the visitor's early clicks are repeated, because one of the clicks may add to the cart.
    readCartFromDevice();
    startSession();
    document.dispatchEvent(new Event(READY_EVENT));
    keepChoices(Promise.all([footer, fetchWhatIsLate()]));
    // If the router's code does not load, links work as they do without scripts.
    router.leadOn().catch(() => undefined);
  };

  const tree = (
    <Site
      settings={settings}
      preferences={preferences}
      currencies={boot.currencies}
      slots={slots.source}
      written={written}
      onChoose={onChoose}
      onReady={onReady}
    >
      <RouterProvider router={router} />
    </Site>
  );
  const hydrate = () => {
    const onFirstPage = new AbortController();
    const usedElements = noteUsedElements(onFirstPage.signal);
    const { pathname } = location;
    const unsubscribe = router.subscribe((state) => {
      if (state.location.pathname === pathname) return;
      onFirstPage.abort();
      unsubscribe();
    });
    const onRecoverableError = (error: unknown): void => {
      reportError(error);
      const { event } = window;
      // A microtask runs after React's own work and before the next key press, which would otherwise be lost.
      queueMicrotask(() => restoreInput(usedElements, event));
    };
    const hydrated: HydratingRoot = hydrateRoot(root, tree, { onRecoverableError });
    // The part with the focus is hydrated first. Otherwise a key press would wait until React has hydrated everything.
    const { activeElement } = document;
    if (activeElement && root.contains(activeElement)) hydrated.unstable_scheduleHydration?.(activeElement);
  };
  // If the code of a slot is missing, React renders the page again with the slot's fallback.
  if (page.isHydrating && areSlotsHere) {
    // In a transition React hydrates in slices of a few milliseconds, so the page stays responsive. If the visitor has pressed something,
    // hydrate at once, because the visitor waits for the result.
    if (isAwaited()) hydrate();
    else startTransition(hydrate);
  } else {
    root.replaceChildren();
    createRoot(root).render(tree);
  }
}

/**
 * Returns the routes that the server rendered with, and its data. If the code of the server's page cannot be loaded, nothing can be
 * hydrated: the browser renders by itself and shows that the area is unavailable.
 */
async function pageFromServer(boot: BootData, remotes: RemoteLoader) {
  const { isLoaded } = remotes;
  try {
    const rendered: GraftedRoutes | null = boot.rendered ? { name: boot.rendered, ...(await remotes.load(boot.rendered)) } : null;
    const routes = createRoutes({ rendered, isLoaded });
    await Promise.all((matchRoutes(routes, location) ?? []).map(({ route }) => resolvePage(route)));
    const { loaderData, actionData, errors } = boot.hydration;
    return { routes, isHydrating: true, data: { loaderData, actionData, errors: errors && mapValues(errors, reviveError) } };
  } catch (error) {
    reportError(error);
    // The error is assigned to the route that renders errors.
    const data = { loaderData: { [ROOT_ID]: boot.hydration.loaderData[ROOT_ID] }, errors: { [GRAFT_ID.public]: error } };
    return { routes: createRoutes({ rendered: null, isLoaded }), isHydrating: false, data };
  }
}

// Compiling and running the code are two tasks, so that the visitor has two short waits instead of a long one.
if (isAwaited()) void start();
else setTimeout(() => void start());

import '@site/shared/design/layers.css';
import '@site/shared/design/tokens.css';
import '@site/shared/design/base.css';
import '@site/shared/design/fonts.css';
import { showWebFonts } from '@site/shared/design/web-fonts.ts';
import type { Preferences } from '@site/shared/preferences/preferences.ts';
import { type ApiCall, createApiClient, identity, readCartFromDevice, sessionStore, siteContext } from '@site/shared/site/site.ts';
import { withoutLanguage } from '@site/shared/texts/language-address.ts';
import { startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterContextProvider, RouterProvider } from 'react-router-dom';
import { BOOT_ELEMENT_ID, type BootData } from './boot.ts';
import { preloadOnIntent } from './federation/preload.ts';
import { createRemoteLoader, type RemoteLoader } from './federation/remote-loader.ts';
import { createSlots } from './federation/slots.ts';
import { withinLimit } from './federation/time-limit.ts';
import { keepChoices } from './frame/keep-choices.ts';
import { fetchFooter } from './frame/late-footer.ts';
import { mapValues, reviveError } from './hydration.ts';
import { prepareIdentity, startSession, whenIdle } from './identity/session.ts';
import { READY_EVENT } from './ready-event.ts';
import { areaOf } from './remotes.ts';
import { countView } from './reports/visit.ts';
import { keepAnswersAhead } from './router/answers-ahead.ts';
import { createRoutes, GRAFT_ID, type GraftedRoutes } from './router/create-routes.tsx';
import { fetchAreaError } from './router/late-area-error.tsx';
import { nextPage } from './router/next-page.ts';
import { resolvePage } from './router/resolve-pages.ts';
import { savePreferences } from './save-preferences.ts';
import { Site } from './site.tsx';
import { ROOT_ID } from './site-info.ts';

/** What fails before it can be reported. */
const errors: ErrorEvent[] = [];
addEventListener('error', (event) => errors.push(event));

/** React's own name for it; without it parts come to life in the order of the page. */
type HydratingRoot = Root & { unstable_scheduleHydration?: (target: Element) => void };

/** Longest wait of what was pressed in the footer, in milliseconds. */
const FOOTER_LIMIT_MS = 3_000;

/** Something was pressed, there or anywhere, and shows that it waits. */
const isAwaited = (where = ''): boolean => document.querySelector(`${where} [data-waiting]`) !== null;

/** Brings the server's page to life: loads exactly what it was rendered from, then hydrates it. */
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
  // One file: what comes next, and what stands below.
  const footer = fetchFooter();
  const [page, areSlotsHere] = await Promise.all([pageFromServer(boot, remotes), slots.areAsRendered(boot.slots)]);
  // What was pressed is done as soon as the page is alive, and needs its code then.
  if (isAwaited('footer')) await withinLimit(FOOTER_LIMIT_MS, footer).catch(() => undefined);
  if (page.data.errors) await fetchAreaError();

  // A visitor's calls carry nothing and load nothing of the identity provider.
  const isSignedIn = () => sessionStore.getState().session.status === 'signed-in';
  const answers = keepAnswersAhead(
    createApiClient({
      origin: '',
      token: async (fresh) => (isSignedIn() ? await (await identity()).token(fresh) : null),
      onRefused: async () => (isSignedIn() ? await (await identity()).endSession() : undefined),
    }),
  );
  const { payments: frame } = boot;
  const payments = frame && {
    publishableKey: frame.publishableKey,
    loadScript: async () => (await import('./payments/payment-script.ts')).loadPaymentScript(frame.scriptUrl),
  };
  const contextWith = (api: ApiCall): RouterContextProvider => {
    const context = new RouterContextProvider();
    context.set(siteContext, { api, preferences, brand: settings.brand, siteUrl: settings.siteUrl, payments });
    return context;
  };
  const router = createBrowserRouter(page.routes, {
    future: { v8_middleware: true },
    getContext: () => contextWith(answers.call),
    hydrationData: page.data,
    patchRoutesOnNavigation: async ({ path, patch }) => {
      const area = areaOf(path);
      if (area) patch(GRAFT_ID[area.isPrivate ? 'private' : 'public'], [...(await remotes.load(area.name)).routes]);
    },
  });

  const showHead = async (): Promise<void> => {
    const next = await nextPage();
    // What is shown by then.
    const { matches, loaderData, errors, location } = router.state;
    const pages = matches.map(({ params, route }) => ({ params, handle: route.handle, data: loaderData[route.id] }));
    const error = errors && Object.values(errors)[0];
    next?.applyHead(next.headOf(pages, error ? next.failureOf(error) : null, { settings, preferences, pathname: location.pathname }));
  };
  const onChoose = (chosen: Preferences, change: Partial<Preferences>): void => {
    preferences = chosen;
    savePreferences(change);
    void showHead();
    if (change.locale) readInOtherLanguage();
  };
  /** Texts that came with the page's data come again; the language of the address would win over the choice on the next visit. */
  const readInOtherLanguage = (): void => {
    const { pathname, search, hash } = router.state.location;
    const address = withoutLanguage(`${pathname}${search}${hash}`);
    if (address === `${pathname}${search}${hash}`) void router.revalidate();
    else void router.navigate(address, { replace: true, preventScrollReset: true });
  };
  const onReady = (): void => {
    // Before the visitor's early clicks are done again: one of them may add to the cart.
    readCartFromDevice();
    startSession();
    document.dispatchEvent(new Event(READY_EVENT));
    keepChoices(footer);
    preloadOnIntent({ remotes, slots: slots.source, contextAhead: () => contextWith(answers.ask) });
    const reported = { router, release: boot.drawn.release, share: settings.reportsShare, locale: () => preferences.locale, errors };
    whenIdle(() => void import('./reports/page-reports.ts').then(({ startReports }) => startReports(reported)).catch(() => undefined));
    let shown = router.state;
    router.subscribe((state) => {
      if (state.navigation.state !== 'idle' || (state.location === shown.location && state.loaderData === shown.loaderData)) return;
      if (state.location.pathname !== shown.location.pathname) countView(state.location.pathname);
      shown = state;
      void showHead();
      showWebFonts();
    });
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
    const hydrated: HydratingRoot = hydrateRoot(root, tree, { onRecoverableError: (error) => reportError(error) });
    // Where the visitor is comes to life first: a key would otherwise have all of it done before it is answered.
    const { activeElement } = document;
    if (activeElement && root.contains(activeElement)) hydrated.unstable_scheduleHydration?.(activeElement);
  };
  // A page of which a slot is missing here is drawn anew, with its fallback.
  if (page.isHydrating && areSlotsHere) {
    // In a transition React hydrates in slices of a few milliseconds: what the visitor does meanwhile is answered. Who has pressed
    // something waits for that, and the frame, which comes first, is small.
    if (isAwaited()) hydrate();
    else startTransition(hydrate);
  } else {
    root.replaceChildren();
    createRoot(root).render(tree);
  }
}

/**
 * The routes that the server rendered from, with its data. Without the code of the server's page there is nothing to
 * hydrate: the browser then renders for itself, and the area says that it is unavailable.
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
    // The error stands at the route that has the boundary.
    const data = { loaderData: { [ROOT_ID]: boot.hydration.loaderData[ROOT_ID] }, errors: { [GRAFT_ID.public]: error } };
    return { routes: createRoutes({ rendered: null, isLoaded }), isHydrating: false, data };
  }
}

// Reading the code and running it are two tasks: two short waits for the visitor instead of a long one.
if (isAwaited()) void start();
else setTimeout(() => void start());

import type { Preferences } from '@site/shared/preferences/preferences.ts';
import { type ApiCall, createApiClient, identity, type SiteContext, sessionStore } from '@site/shared/site/site.ts';
import { withoutLanguage } from '@site/shared/texts/language-address.ts';
import type { DataRouter, HydrationState, RouteObject } from 'react-router-dom';
import type { BootData } from './boot.ts';
import { preloadOnIntent } from './federation/preload.ts';
import type { RemoteLoader } from './federation/remote-loader.ts';
import type { SlotSource } from './federation/slots.ts';
import { applyHead } from './head/apply-head.ts';
import { headOf } from './head/page-head.ts';
import { whenIdle } from './identity/session.ts';
import { countView } from './reports/visit.ts';
import { keepAnswersAhead } from './router/answers-ahead.ts';
import { contextOf, createSiteRouter } from './router/browser-router.ts';
import { failureOf } from './router/failure.ts';
import { savePreferences } from './save-preferences.ts';

/** The state of the hydrated page, including later changes. */
export type HydratedPage = {
  readonly boot: BootData;
  readonly remotes: RemoteLoader;
  readonly slots: SlotSource;
  readonly router: Pick<DataRouter, 'state' | 'subscribe' | 'navigate' | 'revalidate'>;
  readonly preferences: () => Preferences;
  /** Errors that happened before the reports were started. */
  readonly errors: readonly ErrorEvent[];
};

/**
 * Sets up what later navigation needs, and returns the router. It leaves the first page alone, which already has its head and its URL and
 * is already counted.
 */
export function setUpNavigation(hydratedPage: HydratedPage, routes: RouteObject[], data: HydrationState): DataRouter {
  const { boot, remotes, slots, router, preferences, errors } = hydratedPage;
  const answers = keepAnswersAhead(apiOf());
  const siteWith = (api: ApiCall): SiteContext => ({ ...siteFor(boot), api, preferences: preferences() });
  const next = createSiteRouter({ routes, data, remotes, site: () => siteWith(answers.call) });
  preloadOnIntent({ remotes, slots, contextAhead: () => contextOf(siteWith(answers.ask)) });
  followChanges(hydratedPage, next.state);
  const reported = { router, release: boot.drawn.release, share: boot.settings.reportsShare, locale: () => preferences().locale, errors };
  whenIdle(() => void import('./reports/page-reports.ts').then(({ startReports }) => startReports(reported)).catch(() => undefined));
  return next;
}

/** Stores the visitor's choice and updates the page. */
export function keepChoice(hydratedPage: HydratedPage, change: Partial<Preferences>): void {
  savePreferences(change);
  showHead(hydratedPage);
  if (change.locale) readInOtherLanguage(hydratedPage);
}

function apiOf(): ApiCall {
  // A signed-out visitor's calls have no token, and do not load the code of the identity provider.
  const isSignedIn = () => sessionStore.getState().session.status === 'signed-in';
  return createApiClient({
    origin: '',
    token: async (fresh) => (isSignedIn() ? await (await identity()).token(fresh) : null),
    onRefused: async () => (isSignedIn() ? await (await identity()).endSession() : undefined),
  });
}

function siteFor({ settings, payments: frame }: BootData) {
  const payments = frame && {
    publishableKey: frame.publishableKey,
    loadScript: async () => (await import('./payments/payment-script.ts')).loadPaymentScript(frame.scriptUrl),
  };
  return { brand: settings.brand, siteUrl: settings.siteUrl, payments };
}

function followChanges(hydratedPage: HydratedPage, first: DataRouter['state']): void {
  let shown = first;
  hydratedPage.router.subscribe((state) => {
    if (state.navigation.state !== 'idle' || (state.location === shown.location && state.loaderData === shown.loaderData)) return;
    // A page shown again with the back or forward button does not count as another view.
    if (state.location.pathname !== shown.location.pathname && state.historyAction !== 'POP') countView(state.location.pathname);
    shown = state;
    showHead(hydratedPage);
  });
}

function showHead({ router, boot: { settings }, preferences }: HydratedPage): void {
  const { matches, loaderData, errors, location } = router.state;
  const pages = matches.map(({ params, route }) => ({ params, handle: route.handle, data: loaderData[route.id] }));
  const error = errors && Object.values(errors)[0];
  applyHead(headOf(pages, error ? failureOf(error) : null, { settings, preferences: preferences(), pathname: location.pathname }));
}

/**
 * Loads the page's data again in the new language. The address loses its own language, which would override the choice on the next visit.
 */
function readInOtherLanguage({ router }: HydratedPage): void {
  const { pathname, search, hash } = router.state.location;
  const address = withoutLanguage(`${pathname}${search}${hash}`);
  if (address === `${pathname}${search}${hash}`) void router.revalidate();
  else void router.navigate(address, { replace: true, preventScrollReset: true });
}

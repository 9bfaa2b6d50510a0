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

/** What the page that woke knows, and keeps telling. */
export type Woken = {
  readonly boot: BootData;
  readonly remotes: RemoteLoader;
  readonly slots: SlotSource;
  /** The router of the tree: what is shown. */
  readonly router: Pick<DataRouter, 'state' | 'subscribe' | 'navigate' | 'revalidate'>;
  readonly preferences: () => Preferences;
  /** What failed before it could be reported. */
  readonly errors: readonly ErrorEvent[];
};

/** What only a page needs from which the visitor goes on: the first one came with its head, at its address, and is counted. */
export function goOn(woken: Woken, routes: RouteObject[], data: HydrationState): DataRouter {
  const { boot, remotes, slots, router, preferences, errors } = woken;
  const answers = keepAnswersAhead(apiOf());
  const siteWith = (api: ApiCall): SiteContext => ({ ...siteFor(boot), api, preferences: preferences() });
  const next = createSiteRouter({ routes, data, remotes, site: () => siteWith(answers.call) });
  preloadOnIntent({ remotes, slots, contextAhead: () => contextOf(siteWith(answers.ask)) });
  followChanges(woken, next.state);
  const reported = { router, release: boot.drawn.release, share: boot.settings.reportsShare, locale: () => preferences().locale, errors };
  whenIdle(() => void import('./reports/page-reports.ts').then(({ startReports }) => startReports(reported)).catch(() => undefined));
  return next;
}

/** Keeps what the visitor chose, and lets the page follow. */
export function keepChoice(woken: Woken, change: Partial<Preferences>): void {
  savePreferences(change);
  showHead(woken);
  if (change.locale) readInOtherLanguage(woken);
}

function apiOf(): ApiCall {
  // A visitor's calls carry nothing and load nothing of the identity provider.
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

function followChanges(woken: Woken, first: DataRouter['state']): void {
  let shown = first;
  woken.router.subscribe((state) => {
    if (state.navigation.state !== 'idle' || (state.location === shown.location && state.loaderData === shown.loaderData)) return;
    // One that is shown again, by the browser's own buttons, is no other view.
    if (state.location.pathname !== shown.location.pathname && state.historyAction !== 'POP') countView(state.location.pathname);
    shown = state;
    showHead(woken);
  });
}

function showHead({ router, boot: { settings }, preferences }: Woken): void {
  const { matches, loaderData, errors, location } = router.state;
  const pages = matches.map(({ params, route }) => ({ params, handle: route.handle, data: loaderData[route.id] }));
  const error = errors && Object.values(errors)[0];
  applyHead(headOf(pages, error ? failureOf(error) : null, { settings, preferences: preferences(), pathname: location.pathname }));
}

/** Texts that came with the page's data come again; the language of the address would win over the choice on the next visit. */
function readInOtherLanguage({ router }: Woken): void {
  const { pathname, search, hash } = router.state.location;
  const address = withoutLanguage(`${pathname}${search}${hash}`);
  if (address === `${pathname}${search}${hash}`) void router.revalidate();
  else void router.navigate(address, { replace: true, preventScrollReset: true });
}

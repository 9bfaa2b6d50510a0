import { untilHere } from '@site/shared/primitives/until-here.ts';
import { connectIdentity, type Identity, sessionStore } from '@site/shared/site/site.ts';
import type { SiteSettings } from '../boot.ts';
import type { SignInMethods } from './firebase-identity.ts';
import { onIdentityHint, readIdentityHint } from './identity-hint.ts';

type SiteIdentity = Identity & SignInMethods;

let load: (() => Promise<SiteIdentity>) | null = null;

/** Everything that the identity provider does for us, loaded on first use. */
export function siteIdentity(): Promise<SiteIdentity> {
  if (!load) throw new Error('there is no identity on the server');
  return load();
}

/** Tells how the identity code is loaded. Called once, before anything is rendered in the browser. */
export function prepareIdentity(settings: SiteSettings): void {
  let loading: Promise<SiteIdentity> | null = null;
  load = () => {
    loading ??= import('./firebase-identity.ts').then(({ createIdentity }) => createIdentity(settings.identity));
    // A chunk that did not arrive is asked for again next time.
    loading.catch(() => {
      loading = null;
    });
    return loading;
  };
  connectIdentity(load);
}

/**
 * Starts the session, once the page is alive: a visitor without a hint is signed out without loading anything; with one, the
 * identity code is loaded as soon as the browser is idle. Follows what other tabs do.
 */
export function startSession(): void {
  // Until it is known who is here, carts and areas wait.
  const follow = (): void => void untilHere(siteIdentity);
  if (readIdentityHint()) whenIdle(follow);
  else sessionStore.setState({ session: { status: 'signed-out' } });
  onIdentityHint(follow);
}

/** Does `work` when nothing else is to be done, and soon. */
export const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 2_000 });
  else setTimeout(work);
};

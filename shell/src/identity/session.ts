import { retryUntilLoaded } from '@site/shared/primitives/retry-until-loaded.ts';
import { connectIdentity, type Identity, sessionStore } from '@site/shared/site/site.ts';
import type { SiteSettings } from '../boot.ts';
import type { SignInMethods } from './firebase-identity.ts';
import { onIdentityHint, readIdentityHint } from './identity-hint.ts';

type SiteIdentity = Identity & SignInMethods;

let load: (() => Promise<SiteIdentity>) | null = null;

/** Returns the identity code, loaded on first use. */
export function siteIdentity(): Promise<SiteIdentity> {
  if (!load) throw new Error('there is no identity on the server');
  return load();
}

/** Sets how the identity code is loaded. Must be called once, before the browser renders anything. */
export function prepareIdentity(settings: SiteSettings): void {
  let loading: Promise<SiteIdentity> | null = null;
  load = () => {
    loading ??= import('./firebase-identity.ts').then(({ createIdentity }) => createIdentity(settings.identity));
    // If the code failed to load, it is requested again next time.
    loading.catch(() => {
      loading = null;
    });
    return loading;
  };
  connectIdentity(load);
}

/**
 * Starts the session after hydration. A visitor without a hint is signed out without loading anything; with a hint, the identity code loads
 * as soon as the browser is idle. Follows other tabs.
 */
export function startSession(): void {
  // Loading is retried until it works, because carts and areas wait until the session is known.
  const follow = (): void => void retryUntilLoaded(siteIdentity);
  if (readIdentityHint()) whenIdle(follow);
  else sessionStore.setState({ session: { status: 'signed-out' } });
  onIdentityHint(follow);
}

/** Runs `work` when the browser is idle, but within two seconds. */
export const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 2_000 });
  else setTimeout(work);
};

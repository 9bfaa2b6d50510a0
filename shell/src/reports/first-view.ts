import { COUPON_KEY, MAX_TYPED_CODE } from '@site/shared/contracts/coupon-rules.ts';
import { countVisit, getOrigin, setOrigin } from '@site/shared/visits/count-visit.ts';
import { COUPON_TAG, dropLinkTags } from '@site/shared/visits/link-tags.ts';
import { isUncounted } from '@site/shared/visits/uncounted-device.ts';
import { readIdentityHint } from '../identity/identity-hint.ts';
import { isUnwanted } from './visit.ts';

/**
 * Removes link tags from the address, stores a coupon code for the cart, and records the visit's origin on the page if it may be counted.
 * Returns a function that counts the page once it is visible. A page shown again with the back or forward button does not count as another
 * view.
 */
export function beginVisit(): () => void {
  const { host, pathname, search, hash } = location;
  const tags = new URLSearchParams(search);
  const kept = dropLinkTags(search);
  keepCoupon(tags.get(COUPON_TAG));
  if (kept !== search) history.replaceState(history.state, '', pathname + kept + hash);
  if (isUnwanted() || navigator.webdriver || isUncounted() || readIdentityHint()?.isAdmin) return () => {};
  // The referrer of an app has the app's name instead of a host: `android-app://com.instagram.android/`.
  const referrer = /:\/\/([^/]+)/.exec(document.referrer)?.[1];
  const isVisit = referrer !== host;
  setOrigin({ source: tags.get('utm_source') || (isVisit && referrer) || '', campaign: tags.get('utm_campaign') ?? '' });
  const tell = (): void => {
    if (document.hidden) return;
    document.removeEventListener('visibilitychange', tell);
    countVisit('view', [pathname], isVisit);
  };
  return () => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (navigation?.type !== 'navigate') return;
    // The visitor has not seen a prefetched page or a page in a hidden tab yet.
    document.addEventListener('visibilitychange', tell);
    tell();
  };
}

/** Stores the coupon code as long as the tab is open. The visitor sees the code in the cart and can remove it there. */
function keepCoupon(code: string | null): void {
  try {
    if (code) sessionStorage.setItem(COUPON_KEY, code.slice(0, MAX_TYPED_CODE));
  } catch {
    // If the browser blocks storage, the visitor must type the code.
  }
}

/** Adds the visit's origin to a link of our own. The next page is a new document, which would not know the origin otherwise. */
export function addOriginToLink(target: EventTarget | null): void {
  const link = target instanceof Element && target.closest('a');
  const { source = '', campaign = '' } = getOrigin() ?? {};
  if (!link || !source || link.host !== location.host || link.pathname === location.pathname) return;
  link.search += `&${new URLSearchParams({ utm_source: source, utm_campaign: campaign })}`;
}

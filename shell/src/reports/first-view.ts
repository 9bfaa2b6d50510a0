import { COUPON_KEY, MAX_TYPED_CODE } from '@site/shared/contracts/coupon-rules.ts';
import { countVisit, getOrigin, setOrigin } from '@site/shared/visits/count-visit.ts';
import { COUPON_TAG, dropLinkTags } from '@site/shared/visits/link-tags.ts';
import { isUncounted } from '@site/shared/visits/uncounted-device.ts';
import { readIdentityHint } from '../identity/identity-hint.ts';
import { isUnwanted } from './visit.ts';

/**
 * Takes the tags of links out of the address, keeps a coupon's code for the cart, and on the page what led here, if this visit may be counted. Returns
 * what counts the page once it is seen; one that is shown again, by the browser's own buttons, is no other view.
 */
export function beginVisit(): () => void {
  const { host, pathname, search, hash } = location;
  const tags = new URLSearchParams(search);
  const kept = dropLinkTags(search);
  keepCoupon(tags.get(COUPON_TAG));
  if (kept !== search) history.replaceState(history.state, '', pathname + kept + hash);
  if (isUnwanted() || navigator.webdriver || isUncounted() || readIdentityHint()?.isAdmin) return () => {};
  // An app is named like a host: `android-app://com.instagram.android/`.
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
    // Neither a page that is fetched ahead nor one in another tab was seen.
    document.addEventListener('visibilitychange', tell);
    tell();
  };
}

/** For as long as the tab is open: the visitor sees it in the cart, and can take it out there. */
function keepCoupon(code: string | null): void {
  try {
    if (code) sessionStorage.setItem(COUPON_KEY, code.slice(0, MAX_TYPED_CODE));
  } catch {
    // Where nothing can be stored the code is typed.
  }
}

/** The next page is entered by a load of its own and knows nothing of this one: our own link tells it what led here. */
export function addOriginToLink(target: EventTarget | null): void {
  const link = target instanceof Element && target.closest('a');
  const { source = '', campaign = '' } = getOrigin() ?? {};
  if (!link || !source || link.host !== location.host || link.pathname === location.pathname) return;
  link.search += `&${new URLSearchParams({ utm_source: source, utm_campaign: campaign })}`;
}

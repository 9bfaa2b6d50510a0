import { countVisit, getOrigin, setOrigin } from '@site/shared/visits/count-visit.ts';
import { dropLinkTags } from '@site/shared/visits/link-tags.ts';
import { isUncounted } from '@site/shared/visits/uncounted-device.ts';
import { readIdentityHint } from '../identity/identity-hint.ts';
import { isUnwanted } from './visit.ts';

/**
 * Takes the tags of links out of the address, and keeps on the page what led here, if this visit may be counted. Returns
 * what counts the page once it is seen; one that is shown again, by the browser's own buttons, is no other view.
 */
export function beginVisit(): () => void {
  const { host, pathname, search, hash } = location;
  const tags = new URLSearchParams(search);
  const kept = dropLinkTags(search);
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

/** The next page is entered by a load of its own and knows nothing of this one: our own link tells it what led here. */
export function handOn(target: EventTarget | null): void {
  const link = target instanceof Element && target.closest('a');
  const { source = '', campaign = '' } = getOrigin() ?? {};
  if (!link || !source || link.host !== location.host || link.pathname === location.pathname) return;
  link.search += `&${new URLSearchParams({ utm_source: source, utm_campaign: campaign })}`;
}

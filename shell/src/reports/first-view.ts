import { countVisit } from '@site/shared/visits/count-visit.ts';
import { dropLinkTags, LONGEST_TAG } from '@site/shared/visits/link-tags.ts';
import { isUncounted } from '@site/shared/visits/uncounted-device.ts';
import { readIdentityHint } from '../identity/identity-hint.ts';
import { isUnwanted } from './visit.ts';

const isHere = ({ host }: Pick<URL, 'host'>): boolean => host === location.host;

/**
 * Takes the tags of links out of the address, and keeps on the page's first script what led here, if this visit may be counted. Returns
 * what counts the page once it is seen; one that is shown again, by the browser's own buttons, is no other view.
 */
export function beginVisit(own: DOMStringMap): () => void {
  const address = new URL(location.href);
  const { pathname, searchParams } = address;
  const [source, campaign] = ['utm_source', 'utm_campaign'].map((name) => searchParams.get(name)?.slice(0, LONGEST_TAG));
  if (dropLinkTags(searchParams)) history.replaceState(history.state, '', address);
  const referrer = document.referrer ? new URL(document.referrer) : null;
  const isVisit = !referrer || !isHere(referrer);
  if (isUnwanted() || navigator.webdriver || readIdentityHint()?.isAdmin || isUncounted()) return () => undefined;
  own.source = source || (isVisit && referrer?.host) || '';
  own.campaign = campaign ?? '';
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const tell = (): void => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', tell);
    countVisit('view', [pathname], isVisit);
  };
  return () => {
    if (navigation?.type !== 'navigate') return;
    // Neither a page that is fetched ahead nor one in another tab was seen.
    document.addEventListener('visibilitychange', tell);
    tell();
  };
}

/** The next page is entered by a load of its own and knows nothing of this one: our own link tells it what led here. */
export function handOn(target: EventTarget | null, { source, campaign }: DOMStringMap): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || !source || !isHere(link) || link.pathname === location.pathname) return;
  const next = new URL(link.href);
  next.searchParams.set('utm_source', source);
  if (campaign) next.searchParams.set('utm_campaign', campaign);
  link.href = next.href;
}

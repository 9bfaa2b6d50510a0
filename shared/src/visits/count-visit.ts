import type { Origin, VisitEvent } from '../contracts/visits.ts';

/**
 * What the page's first script knows of the visit (see `first-view.ts` of the shell). It lives on that script's element, as long as the
 * page does: nothing is kept on the device.
 */
const known = (): DOMStringMap => document.querySelector<HTMLElement>('script[data-scripts]')?.dataset ?? {};

/** What led to the site; null where nothing is counted. */
export function getOrigin(): Origin | null {
  const { source, campaign = '' } = known();
  return source === undefined ? null : { source, campaign };
}

/** Tells the site's own server that something happened, unless this visit is not to be counted. `paths`: pages it happened on or with. */
export function countVisit(event: VisitEvent['event'], paths: string[], isVisit = false): void {
  const origin = getOrigin();
  if (!origin) return;
  const told: VisitEvent = { event, paths, isVisit, ...origin };
  navigator.sendBeacon('/api/visits', new Blob([JSON.stringify(told)], { type: 'application/json' }));
}

/** From here on this page counts nothing. */
export function stopCounting(): void {
  delete known().source;
}

import type { Origin, VisitEvent } from '../contracts/visits.ts';
import { tellServer } from '../page-reports/tell-server.ts';

/**
 * What led to the site; null where nothing is counted. The page's first script read it (`first-view.ts` of the shell); it stands on the
 * document's element and lives as long as the page does: nothing is kept on the device.
 */
export function getOrigin(): Origin | null {
  const { source, campaign = '' } = document.documentElement.dataset;
  return source === undefined ? null : { source, campaign };
}

/** Where a page may be counted: what led to it. */
export const setOrigin = (origin: Origin): void => void Object.assign(document.documentElement.dataset, origin);

/** From here on this page counts nothing. */
export function stopCounting(): void {
  delete document.documentElement.dataset.source;
}

/** Tells the site's own server that something happened, unless this visit is not to be counted. `paths`: pages it happened on or with. */
export function countVisit(event: VisitEvent['event'], paths: string[], isVisit = false): void {
  const origin = getOrigin();
  if (origin) tellServer('/api/visits', { event, paths, isVisit, ...origin } satisfies VisitEvent);
}

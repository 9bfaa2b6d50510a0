import type { Origin, VisitEvent } from '../contracts/visits.ts';
import { tellServer } from '../page-reports/tell-server.ts';

/**
 * Returns the origin of this visit; null if it is not counted. The page's first script (the shell's `first-view.ts`) stores it on the
 * document element. The origin exists as long as the page; nothing is stored on the device.
 */
export function getOrigin(): Origin | null {
  const { source, campaign = '' } = document.documentElement.dataset;
  return source === undefined ? null : { source, campaign };
}

/** Sets the origin of this visit, which allows counting. */
export const setOrigin = (origin: Origin): void => void Object.assign(document.documentElement.dataset, origin);

/** Stops counting for the rest of this page's life. */
export function stopCounting(): void {
  delete document.documentElement.dataset.source;
}

/** Reports an event to the site's own server, unless this visit is not counted. `paths`: the pages that the event concerns. */
export function countVisit(event: VisitEvent['event'], paths: string[], isVisit = false): void {
  const origin = getOrigin();
  if (origin) tellServer('/api/visits', { event, paths, isVisit, ...origin } satisfies VisitEvent);
}

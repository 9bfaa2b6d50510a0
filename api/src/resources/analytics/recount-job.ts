import type { Job } from '../../platform/jobs.ts';
import type { ContentDeps } from '../content/content.service.ts';
import { readLiveSettings } from '../content/live-settings.ts';
import { recountDays, removeOldDays } from './analytics.repository.ts';

export const RECOUNT = 'recount';

/** Whatever is counted waits as long as a portion takes: a quarter of a second. */
const ORDERS = 1_000;
const ROWS = 20_000;

/**
 * Counts the days of the sums anew when the site has another time zone, in portions: the numbers are those of the one before until the last
 * of them. What a run that was killed left undone is done by the next one.
 */
export const recountJob = (deps: ContentDeps): Job => ({
  name: RECOUNT,
  intervalSeconds: 60,
  leaseSeconds: 60,
  run: async ({ keep }) => {
    while (await recountDays(deps.data, (await readLiveSettings(deps)).timeZone, ORDERS)) await keep();
    while (await removeOldDays(deps.data, ROWS)) await keep();
  },
});

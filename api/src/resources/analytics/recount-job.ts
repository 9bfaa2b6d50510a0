import type { Job } from '../../platform/jobs.ts';
import type { ContentDeps } from '../content/content.service.ts';
import { readLiveSettings } from '../content/live-settings.ts';

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
    const { sql } = deps.data;
    while (await sql.recountDays({ zone: (await readLiveSettings(deps)).timeZone, orders: ORDERS })) await keep();
    while (await sql.removeOldDays({ rows: ROWS })) await keep();
  },
});

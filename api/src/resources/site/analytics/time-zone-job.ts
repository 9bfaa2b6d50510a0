import type { Job } from '../../../platform/jobs.ts';
import type { ContentDeps } from '../content/content.service.ts';
import { readLiveSettings } from '../content/live-settings.ts';

export const TIME_ZONE = 'time-zone';

/** Stores the site's time zone in the database, which then counts new days by it. Past days keep their sums. */
export const timeZoneJob = (deps: ContentDeps): Job => ({
  name: TIME_ZONE,
  intervalSeconds: 3_600,
  leaseSeconds: 60,
  run: async () => {
    await deps.data.sql.keepSiteZone({ zone: (await readLiveSettings(deps)).timeZone });
  },
});

import type { Job } from '../../../platform/jobs.ts';
import type { ContentDeps } from '../content/content.service.ts';
import { readLiveSettings } from '../content/live-settings.ts';

export const TIME_ZONE = 'time-zone';

/** Tells the database the site's time zone: from then on sums are kept by its days. Past days keep theirs. */
export const timeZoneJob = (deps: ContentDeps): Job => ({
  name: TIME_ZONE,
  intervalSeconds: 3_600,
  leaseSeconds: 60,
  run: async () => {
    await deps.data.sql.keepSiteZone({ zone: (await readLiveSettings(deps)).timeZone });
  },
});

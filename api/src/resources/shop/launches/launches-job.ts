import { doAll } from '../../../platform/attempt.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Job } from '../../../platform/jobs.ts';
import { getSiteFacts } from '../../site/content/content.service.ts';

/** A launched book can be read at its exact time even if this job has not run. The interval only delays the emails. */
const LAUNCH_EVERY_S = 30;
const LEASE_S = 60;
const PEOPLE_AT_ONCE = 200;
export const LAUNCHES = 'launches';

/**
 * Launches the books that are due. Emails the buyers about launches and changed dates, emails the people on waitlists, and reminds the
 * owner of missing files.
 */
export const launchesJob = (deps: Pick<Deps, 'data' | 'env' | 'log' | 'wakeMail'>): Job => ({
  name: LAUNCHES,
  intervalSeconds: LAUNCH_EVERY_S,
  leaseSeconds: LEASE_S,
  run: async ({ keep }) => {
    const { sql } = deps.data;
    const { CONTACT_EMAIL, SITE_TIME_ZONE } = await getSiteFacts(deps);
    const whileThereIs = async (work: () => Promise<boolean | number | null>) => {
      while (await work()) {
        deps.wakeMail();
        await keep();
      }
    };
    await doAll(
      () => whileThereIs(() => sql.launchBooks({ ownerEmail: CONTACT_EMAIL, zone: SITE_TIME_ZONE })),
      () => whileThereIs(() => sql.tellOfLaunch({ limit: PEOPLE_AT_ONCE })),
      () => whileThereIs(() => sql.tellOfInterest({ limit: PEOPLE_AT_ONCE })),
      () => whileThereIs(() => sql.remindOfLaunches({ ownerEmail: CONTACT_EMAIL })),
    );
  },
});

import type { Cdn } from '@site/shared/cdn/cdn.ts';
import type { Data } from '../../gateways/supabase/data.ts';
import type { Job } from '../../platform/jobs.ts';
import { forgetPurges, listPurgesDue } from './purges.repository.ts';

/** Tells the cache before the site what changed, and again until it says that it heard. */
export const purgingJob = ({ cdn, data }: { cdn: Cdn; data: Data }): Job => ({
  name: 'purges',
  intervalSeconds: 5,
  leaseSeconds: 30,
  run: async () => {
    const { ids, tags } = await listPurgesDue(data);
    if (ids.length === 0) return;
    await cdn.purge(tags);
    await forgetPurges(data, ids);
  },
});

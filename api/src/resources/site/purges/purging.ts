import type { Cdn } from '@site/shared/cdn/cdn.ts';
import * as v from 'valibot';
import type { Data } from '../../../gateways/supabase/data.ts';
import { CACHE_TAGS } from '../../../platform/cache-tags.ts';
import type { Job } from '../../../platform/jobs.ts';

const DueSchema = v.object({ ids: v.array(v.number()), tags: v.array(v.picklist(CACHE_TAGS)) });

/** Purges changed data from the cache in front of the site. Retries until the cache confirms. */
export const purgingJob = ({ cdn, data }: { cdn: Cdn; data: Data }): Job => ({
  name: 'purges',
  intervalSeconds: 5,
  leaseSeconds: 30,
  run: async () => {
    const { ids, tags } = v.parse(DueSchema, await data.sql.listPurgesDue());
    if (ids.length === 0) return;
    await cdn.purge(tags);
    await data.sql.dropPurges({ ids });
  },
});

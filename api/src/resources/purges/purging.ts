import type { Cdn } from '@site/shared/cdn/cdn.ts';
import type { Data } from '../../gateways/supabase/data.ts';
import { startJob, type Worker } from '../../platform/jobs.ts';
import type { Log } from '../../platform/logger.ts';
import { duePurges, forgetPurges } from './purges.repository.ts';

/** Tells the cache before the site what changed, and again until it says that it heard. */
export const startPurging = ({ cdn, data, log }: { cdn: Cdn; data: Data; log: Log }): Worker =>
  startJob(
    {
      name: 'purges',
      intervalSeconds: 1,
      leaseSeconds: 30,
      run: async () => {
        const { ids, tags } = await duePurges(data);
        if (ids.length === 0) return;
        await cdn.purge(tags);
        await forgetPurges(data, ids);
      },
    },
    data,
    log,
  );

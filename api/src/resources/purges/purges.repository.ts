import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { CACHE_TAGS } from '../../platform/cache-tags.ts';

const DueSchema = v.object({ ids: v.array(v.number()), tags: v.array(v.picklist(CACHE_TAGS)) });

export const listPurgesDue = (data: Data): Promise<v.InferOutput<typeof DueSchema>> => data.call('list_purges_due', {}, DueSchema);

export const forgetPurges = (data: Data, ids: readonly number[]): Promise<unknown> =>
  data.call('forget_purges', { p_ids: [...ids] }, v.unknown());

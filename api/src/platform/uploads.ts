import * as v from 'valibot';
import type { Data } from '../gateways/supabase/data.ts';
import { tables } from '../gateways/supabase/database.generated.ts';

const WaitingSchema = v.array(v.object({ id: v.string(), ...v.pick(tables.unused_files, ['kind', 'key']).entries }));

/** The uploads with these ids that nothing took yet. */
export const listWaitingUploads = (data: Pick<Data, 'call'>, ids: readonly string[]): Promise<v.InferOutput<typeof WaitingSchema>> =>
  data.call('list_waiting_uploads', { p_ids: ids }, WaitingSchema);

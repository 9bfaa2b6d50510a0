import * as v from 'valibot';
import type { Data } from '../gateways/supabase/data.ts';
import { tables } from '../gateways/supabase/database.generated.ts';

const WaitingSchema = v.array(v.object({ id: v.string(), ...v.pick(tables.unused_files, ['kind', 'key']).entries }));

/** Returns the uploads with these ids that no content of the site uses yet. */
export const listWaitingUploads = async (data: Pick<Data, 'sql'>, ids: readonly string[]): Promise<v.InferOutput<typeof WaitingSchema>> =>
  v.parse(WaitingSchema, await data.sql.listWaitingUploads({ ids }));

import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

const InForceSchema = v.array(v.object({ key: v.string(), version: v.number(), body: v.unknown() }));

/** The newest publication of each key that was ever published. */
export const rowsInForce = (data: Data, keys: readonly string[]): Promise<v.InferOutput<typeof InForceSchema>> =>
  data.call('content_in_force', { p_keys: keys }, InForceSchema);

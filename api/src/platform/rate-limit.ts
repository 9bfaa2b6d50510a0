import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Data } from '../gateways/supabase/data.ts';
import { AppError } from './app-error.ts';

/** Hits per window and person, and per window and address. An address can be a household or a school, so it has more. */
type Limit = { windowSeconds: number; perPerson: number; perAddress: number };

const limits = {
  checkout: { windowSeconds: 60, perPerson: 20, perAddress: 200 },
  purchase_email: { windowSeconds: 60, perPerson: 60, perAddress: 600 },
  download: { windowSeconds: 60, perPerson: 30, perAddress: 300 },
} as const satisfies Record<string, Limit>;

const HitSchema = v.object({ allowed: v.boolean(), retry_after: v.number() });

/** Counts one use in the database, so that all instances share the count. Throws `too_many_requests` beyond the limit. */
export async function limitUse(data: Data, name: keyof typeof limits, uid: string, address: string): Promise<void> {
  const { windowSeconds, perPerson, perAddress } = limits[name];
  const hits = await Promise.all(
    [['person', uid, perPerson] as const, ['address', address, perAddress] as const].map(([kind, value, limit]) => {
      // Only a digest is stored: addresses and uids of people have no business in a table of counters.
      const digest = createHash('sha256').update(`${kind} ${value}`).digest('base64url').slice(0, 22);
      return data.call('take_hit', { p_bucket: `${name} ${kind} ${digest}`, p_window_seconds: windowSeconds, p_limit: limit }, HitSchema);
    }),
  );
  const refused = hits.filter((hit) => !hit.allowed).map((hit) => hit.retry_after);
  if (refused.length > 0) throw new AppError('too_many_requests', { retryAfterSeconds: Math.max(...refused) });
}

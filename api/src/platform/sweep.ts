import * as v from 'valibot';
import type { Data } from '../gateways/supabase/data.ts';
import { doAll } from './attempt.ts';

const SWEEPS = [
  'sweep',
  'sweep_gifts',
  'sweep_reviews',
  'sweep_page_reports',
  'sweep_visits',
  'sweep_kept_carts',
  'sweep_letters',
] as const;

/** Forgets what has no use any more: old counters and events, drafts that never got a payment page. */
export const sweep = (data: Data): Promise<void> => doAll(...SWEEPS.map((name) => () => data.call(name, {}, v.unknown())));

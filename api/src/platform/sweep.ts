import * as v from 'valibot';
import type { Data } from '../gateways/supabase/data.ts';

/** Forgets what has no use any more: old counters and events, drafts that never got a payment page. */
export const sweep = async (data: Data): Promise<void> => {
  await data.call('sweep', {}, v.unknown());
  await data.call('sweep_gifts', {}, v.unknown());
  await data.call('sweep_reviews', {}, v.unknown());
  await data.call('sweep_page_reports', {}, v.unknown());
  await data.call('sweep_visits', {}, v.unknown());
  await data.call('sweep_kept_carts', {}, v.unknown());
  await data.call('sweep_letters', {}, v.unknown());
};

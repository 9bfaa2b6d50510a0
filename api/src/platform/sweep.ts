import type { Data } from '../gateways/supabase/data.ts';
import { doAll } from './attempt.ts';

const SWEEPS = ['sweep', 'sweepGifts', 'sweepReviews', 'sweepPageReports', 'sweepVisits', 'sweepKeptCarts', 'sweepCampaigns'] as const;

/** Deletes data without further use, such as old counters, old events, and drafts that never got a payment page. */
export const sweep = ({ sql }: Pick<Data, 'sql'>): Promise<void> => doAll(...SWEEPS.map((name) => () => sql[name]()));

import type { Data } from '../gateways/supabase/data.ts';
import { doAll } from './attempt.ts';

const SWEEPS = ['sweep', 'sweepGifts', 'sweepReviews', 'sweepPageReports', 'sweepVisits', 'sweepKeptCarts', 'sweepLetters'] as const;

/** Forgets what has no use any more: old counters and events, drafts that never got a payment page. */
export const sweep = ({ sql }: Pick<Data, 'sql'>): Promise<void> => doAll(...SWEEPS.map((name) => () => sql[name]()));

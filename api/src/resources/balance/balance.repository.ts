import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

const PartSchema = v.object({ since: v.string(), until: v.string(), after_id: v.nullable(v.string()) });

/** Which part of the balance is read next: from where on up to when, and after which entry. */
export const beginBalanceReading = (data: Data): Promise<v.InferOutput<typeof PartSchema>> =>
  data.call('begin_balance_reading', {}, PartSchema);

export type PaymentFee = { payment_intent_id: string; fee_minor: number; tax_minor: number };
/** What a dispute took, below zero, or gave back, in minor units of the order's currency. */
export type DisputeTransaction = { id: string; payment_intent_id: string; net_minor: number; happened_at: string };

/** Takes down a page that ends with the entry `afterId`; null: nothing is older. */
export const noteBalance = (
  data: Data,
  page: { fees: readonly PaymentFee[]; disputes: readonly DisputeTransaction[]; afterId: string | null },
): Promise<unknown> => data.call('note_balance', { p_fees: page.fees, p_disputes: page.disputes, p_after_id: page.afterId }, v.unknown());

export const restartBalanceReading = (data: Data): Promise<unknown> => data.call('restart_balance_reading', {}, v.unknown());

const ReadingSchema = v.object({ is_whole: v.boolean(), orders_left: v.number() });

/** How many paid orders have no fee yet, and whether the balance was read once to its beginning. */
export const getBalanceReading = (data: Data): Promise<v.InferOutput<typeof ReadingSchema>> =>
  data.call('get_balance_reading', {}, ReadingSchema);

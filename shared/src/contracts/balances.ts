import * as v from 'valibot';
import { CurrencySchema } from '../money/money.ts';

/** Integer minor units that may be below zero, as no price is. */
export const BalanceSchema = v.object({ minor: v.pipe(v.number(), v.safeInteger()), currency: CurrencySchema });
export type Balance = v.InferOutput<typeof BalanceSchema>;

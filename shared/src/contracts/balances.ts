import * as v from 'valibot';
import { CurrencySchema } from '../money/money.ts';

/** Integer minor units that, unlike a price, may be negative. */
export const BalanceSchema = v.object({ minor: v.pipe(v.number(), v.safeInteger()), currency: CurrencySchema });
export type Balance = v.InferOutput<typeof BalanceSchema>;

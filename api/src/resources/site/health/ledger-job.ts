import type { Deps } from '../../../platform/deps.ts';
import type { Job } from '../../../platform/jobs.ts';

const CHECK_EVERY_S = 3_600;
/** Orders per portion. Each order is found by index. Checking a million orders takes six weeks. */
const ORDERS = 1_000;

/**
 * Checks every hour whether money, entitlements and receipts of orders add up: orders with a known fault, orders settled since the last
 * check, and a portion of all orders. A faulty order is an incident until it adds up (`find_ledger_faults` in `88_ledger.sql`).
 */
export const ledgerJob = ({ data }: Pick<Deps, 'data'>): Job => ({
  name: 'ledger',
  intervalSeconds: CHECK_EVERY_S,
  leaseSeconds: 60,
  run: async ({ keep }) => {
    const check = (part: 'known' | 'settled' | 'all') => data.sql.checkLedger({ part, size: ORDERS });
    await check('known');
    while (await check('settled')) await keep();
    await check('all');
  },
});

import type { Deps } from '../../../platform/deps.ts';
import type { Job } from '../../../platform/jobs.ts';

const CHECK_EVERY_S = 3_600;
/** Each order is found by its indexes. A million are all looked at in six weeks. */
const ORDERS = 1_000;

/**
 * Looks every hour whether money, rights and receipts of orders add up: of those that did not, that were settled since, and of a portion of
 * all. What does not is an incident of the order until it does (`find_ledger_faults` in `88_ledger.sql`).
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

import { DAY_MS } from '@site/shared/dates/dates.ts';
import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Deps } from '../../../platform/deps.ts';
import type { Job } from '../../../platform/jobs.ts';
import { fulfil } from './fulfil.ts';
import { PAYMENT_EVENTS } from './payment-events.ts';
import { repeatRefunds } from './refunds.ts';

const INTERVAL_S = 30;
/** Seconds. Also how long the work of a crashed instance waits for another instance. */
const LEASE_S = 20;
/** Stripe lists events with a delay, so each run starts this long before the last successful run. */
const OVERLAP_MS = 10 * 60_000;
/** Stripe lists events of the last 30 days (docs.stripe.com/api/events/list). */
const REACH_MS = 30 * DAY_MS;
const ORDERS_PER_RUN = 200;
const REFUNDS_PER_RUN = 50;

type ReconciliationDeps = Pick<Deps, 'data' | 'payments' | 'log' | 'wakeMail' | 'clock'> & {
  handleEvent: (event: Stripe.Event) => Promise<void>;
};

/**
 * Catches up with changes that no webhook reported: events since the last successful run, orders that wait for money, and unanswered
 * refunds, however old. Runs at the start and on a timer, in one instance at a time.
 */
export function reconciliationJob(deps: ReconciliationDeps): Job {
  const { data, payments, log, clock, handleEvent } = deps;

  async function run({ lastSuccessAt, keep }: { lastSuccessAt: Date | null; keep: () => Promise<void> }): Promise<void> {
    const failures: unknown[] = [];
    const attempt = async (facts: Record<string, string>, work: () => Promise<unknown>) => {
      await keep();
      try {
        await work();
      } catch (err) {
        // An order that cannot be settled must not hold up other orders.
        failures.push(err);
        log.error({ ...facts, err }, 'order not reconciled');
      }
    };

    const since = Math.max(clock() - REACH_MS, (lastSuccessAt?.getTime() ?? 0) - OVERLAP_MS);
    const events = payments.stripe.events.list({ types: [...PAYMENT_EVENTS], created: { gte: Math.floor(since / 1_000) }, limit: 100 });
    for await (const event of events) await attempt({ eventId: event.id }, () => handleEvent(event));
    // Drops drafts that hold a use of a coupon and can no longer get a payment page.
    await data.sql.dropHeldDrafts();
    const sessions = v.parse(v.array(v.string()), await data.sql.listSessionsToCheck({ limit: ORDERS_PER_RUN }));
    for (const sessionId of sessions) await attempt({ sessionId }, () => fulfil(deps, sessionId));
    await repeatRefunds(deps, REFUNDS_PER_RUN, attempt);
    if (failures.length > 0) throw new Error(`${failures.length} not reconciled, as of: ${String(failures[0])}`);
  }

  return { name: 'reconciliation', intervalSeconds: INTERVAL_S, leaseSeconds: LEASE_S, run };
}

// Two API processes and two shell servers: one of each is killed under load, and both together count what one may do.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Purchases, startBuyer } from './buyers.ts';
import { type Instances, openInstances } from './instances.ts';
import { PAGES } from './public-pages.ts';
import { startVisitors, type Visits } from './visitors.ts';

/** Of the limit `checkout`, per person and minute. */
export const CHECKOUTS_A_MINUTE = 20;

export type KillFigures = {
  visits: Visits;
  purchases: Purchases;
  /** Questions that the balancers put to the other instance. */
  repeated: number;
  /** Of 40 checkouts of one person, by turns at both APIs, within a minute. */
  allowed: number;
};

export async function oneOfEachIsKilled({ requests, parallel }: { requests: number; parallel: number }): Promise<KillFigures> {
  const instances = await openInstances();
  try {
    await instances.tools.addBooks({ id: 'a-casa' }, { id: 'o-jardim' });
    const allowed = await allowedTogether(instances);
    const visitors = startVisitors(instances.tools.addresses.site, PAGES, parallel);
    const buyer = await startBuyer(instances);
    const passes = async (share: number) => {
      while (visitors.asked() < requests * share) await sleep(50);
    };
    for (const turn of [0, 1]) {
      await passes(0.15 + turn * 0.4);
      await instances.apis[turn]?.kill('SIGKILL');
      await passes(0.25 + turn * 0.4);
      await instances.shells[turn]?.kill('SIGKILL');
      await passes(0.35 + turn * 0.4);
      await instances.apis[turn]?.start();
      await instances.shells[turn]?.start();
    }
    const visits = await visitors.leave(requests);
    const purchases = await buyer.leave();
    const { front, inner } = instances.balancers;
    return { visits, purchases, repeated: front.repeated() + inner.repeated(), allowed };
  } finally {
    await instances.close();
  }
}

/** How many of twice as many checkouts as one may begin in a minute are let through when each goes to the other API. */
async function allowedTogether({ tools, apiAddresses }: Instances): Promise<number> {
  const token = await tools.signIn('newcomer');
  // A count begins anew with every minute: none may begin meanwhile.
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 20_000) await sleep(leftMs);
  const answers = await Promise.all(
    Array.from({ length: 2 * CHECKOUTS_A_MINUTE }, (_, turn) =>
      tools.call('POST', '/api/create-checkout-session', {
        token,
        body: tools.cart(['a-casa']),
        origin: apiAddresses[turn % apiAddresses.length] ?? '',
      }),
    ),
  );
  return answers.filter(({ status }) => status !== 429).length;
}

// Two API processes and two shell servers: one of each is killed under load, and both together enforce one person's limit.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Purchases, startBuyer } from './buyers.ts';
import { type Instances, openInstances } from './instances.ts';
import { PAGES } from './public-pages.ts';
import { startVisitors, type Visits } from './visitors.ts';

/** The limit `checkout`, per person and minute. */
export const CHECKOUTS_A_MINUTE = 20;

export type KillFigures = {
  visits: Visits;
  purchases: Purchases;
  /** The number of reads that the balancers sent to the other instance. */
  repeated: number;
  /** The number of allowed checkouts, from 40 of one person within a minute that alternate between both APIs. */
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

/** Returns how many checkouts are allowed of twice the limit of a minute, when they alternate between both APIs. */
async function allowedTogether({ tools, apiAddresses }: Instances): Promise<number> {
  const token = await tools.signIn('newcomer');
  // A count restarts every minute, which must not happen during the test.
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

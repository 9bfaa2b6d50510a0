import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { AppError } from '../base/app-error.ts';
import type { Deps } from './deps.ts';

/**
 * Uses per window, for each counted kind: a person (uid), a mailbox that any visitor can name, an order, or a network address. A mailbox is
 * counted per network: a stranger who enters somebody's address does not use up that person's limit. A network can be a household or a
 * school, so its limit is higher.
 */
type Limit = { windowSeconds: number; person?: number; mailbox?: number; order?: number; address: number };

const limits = {
  checkout: { windowSeconds: 60, person: 20, address: 200 },
  /** Purchases without an account, by an address that is not confirmed. */
  guest_checkout: { windowSeconds: 600, mailbox: 10, address: 60 },
  /**
   * Emails with the link to a free order. `send_receive_link` delays further emails to the same mailbox, from whatever network they are
   * requested.
   */
  receive_email: { windowSeconds: 3_600, mailbox: 5, address: 120 },
  /** Counts coupon codes that do not exist, against guessing. */
  coupon: { windowSeconds: 60, address: 20 },
  purchase_email: { windowSeconds: 60, person: 60, address: 600 },
  /** Emails of an order that its buyer requests again. */
  order_email: { windowSeconds: 3_600, order: 3, address: 60 },
  /** Requests for the link of an order, by anybody who knows the order's id. */
  order_link: { windowSeconds: 3_600, order: 3, address: 20 },
  /** Counts gift links that open nothing. The address can be a room full of people who open the same gift. */
  gift_try: { windowSeconds: 60, address: 20 },
  gift: { windowSeconds: 60, address: 600 },
  gift_email: { windowSeconds: 3_600, person: 60, address: 200 },
  /** Gift emails to one mailbox, from all givers together, because gifts can be free. */
  gift_mailbox: { windowSeconds: 86_400, person: 20, address: 1_000 },
  receipt_buyer: { windowSeconds: 600, person: 60, address: 600 },
  guest_receipt_buyer: { windowSeconds: 600, mailbox: 60, address: 600 },
  account: { windowSeconds: 600, person: 20, address: 200 },
  export: { windowSeconds: 3_600, person: 5, address: 50 },
  contact: { windowSeconds: 600, mailbox: 5, address: 20 },
  page_report: { windowSeconds: 60, address: 120 },
  visit: { windowSeconds: 60, address: 240 },
  test_email: { windowSeconds: 600, person: 5, address: 50 },
} as const satisfies Record<string, Limit>;

type Limits = typeof limits;
type Counted<Name extends keyof Limits> = { [Kind in Exclude<keyof Limits[Name], 'windowSeconds'>]: string };

const HitSchema = v.object({ allowed: v.boolean(), retry_after: v.number() });

export type LimitDeps = Pick<Deps, 'data'> & { env: Pick<Deps['env'], 'LINKS_SECRET'> };

/**
 * Returns the name of a counter. The table must not contain people's addresses and uids. A digest without a key would hide nothing, because
 * all network addresses can be tried. No signed link begins with the same text, so links and counters can share one secret.
 */
export function counterOf({ env }: Pick<LimitDeps, 'env'>, name: string, kind: string, value: string): string {
  const digest = createHmac('sha256', env.LINKS_SECRET).update(`rate-limit ${kind} ${value}`).digest('base64url').slice(0, 22);
  return `${name} ${kind} ${digest}`;
}

/** Counts one use in the database, so that all instances share the count. Throws `too_many_requests` beyond the limit. */
export async function limitUse<Name extends keyof Limits>({ data, env }: LimitDeps, name: Name, who: Counted<Name>): Promise<void> {
  await countUse({ data, env }, name, limits[name], who);
}

/** Counts a use like `limitUse`, with a limit from a contract. `name` is the counter's name. */
export async function countUse(
  { data, env }: LimitDeps,
  name: string,
  { windowSeconds, ...most }: Limit,
  who: { readonly [kind: string]: string },
): Promise<void> {
  const hits = await Promise.all(
    Object.entries<string>(who).map(async ([kind, value]) => {
      const limit = most[kind as keyof typeof most] ?? 0;
      const counted = kind === 'mailbox' ? `${value} ${who.address}` : value;
      return v.parse(HitSchema, await data.sql.takeHit({ bucket: counterOf({ env }, name, kind, counted), windowSeconds, limit }));
    }),
  );
  const refused = hits.filter((hit) => !hit.allowed).map((hit) => hit.retry_after);
  if (refused.length > 0) throw new AppError('too_many_requests', { retryAfterSeconds: Math.max(...refused) });
}

/**
 * Counts a use like `limitUse`, but does not throw, because the caller drops the request silently. Returns whether the use is within the
 * limit.
 */
export async function isWithinLimit<Name extends keyof Limits>(deps: LimitDeps, name: Name, who: Counted<Name>): Promise<boolean> {
  try {
    await limitUse(deps, name, who);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false;
    throw error;
  }
}

/** Takes back one use that `limitUse` counted and that must not count after all. */
export async function giveBackUse<Name extends keyof Limits>({ data, env }: LimitDeps, name: Name, who: Counted<Name>): Promise<void> {
  const { windowSeconds } = limits[name];
  await Promise.all(
    Object.entries<string>(who).map(([kind, value]) =>
      data.sql.giveBackHit({ bucket: counterOf({ env }, name, kind, value), windowSeconds }),
    ),
  );
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instances } from './instances.ts';

const EMAIL = 'nova@semente.test';
const BETWEEN_MS = 300;
const LIMIT_MS = 90_000;

export type Purchases = {
  paid: number;
  /** The number of answers after which the buyer pressed the button again. */
  pressedAgain: number;
  lost: number;
  doubled: number;
};

/** Starts a customer who buys one book after another at the site's own address, and presses again when the site did not answer. */
export async function startBuyer({ tools }: Instances) {
  const token = await tools.signIn('newcomer');
  const sessions: string[] = [];
  let pressedAgain = 0;
  let isOver = false;

  const press = async (body: unknown): Promise<string> => {
    for (;;) {
      const { json } = await tools.call('POST', '/api/create-checkout-session', { token, body, origin: tools.addresses.site });
      if (json?.sessionId) return json.sessionId;
      pressedAgain += 1;
      await sleep(BETWEEN_MS);
    }
  };
  const buying = (async () => {
    await tools.emptyInbox();
    while (!isOver) {
      const book = `livro-${randomUUID().slice(0, 8)}`;
      await tools.addBooks({ id: book });
      await tools.rows('DELETE', 'rate_limits?hits=gt.0');
      const sessionId = await press(tools.cart([book]));
      await tools.payByCard(sessionId);
      sessions.push(sessionId);
      await sleep(BETWEEN_MS);
    }
  })();

  return {
    bought: () => sessions.length,
    /** Resolves with the results once every purchase had time to settle. */
    leave: async (): Promise<Purchases> => {
      isOver = true;
      await buying;
      const orders = () => tools.rows<{ id: string; state: string; session_id: string }>('GET', 'orders?select=id,state,session_id');
      const mails = async () => (await tools.inbox(EMAIL)).map(({ text }) => text);
      const settled = async () => ({ orders: await orders(), mails: await mails() });
      const isDone = (seen: Awaited<ReturnType<typeof settled>>) =>
        seen.mails.length >= sessions.length && sessions.every((id) => seen.orders.some((o) => o.session_id === id && o.state === 'paid'));
      await tools.until(settled, isDone, LIMIT_MS).catch(() => undefined);
      // Long enough for a second email to arrive, if one was sent.
      await sleep(7_000);
      const seen = await settled();
      const entitlements = await tools.rows<{ order_copies: { order_id: string } }>(
        'GET',
        'entitlements?revoked_at=is.null&select=order_copies(order_id)',
      );
      const countOf = (session: string) => {
        const paid = seen.orders.filter((order) => order.session_id === session && order.state === 'paid');
        return {
          paid: paid.length,
          entitlements: entitlements.filter(({ order_copies: { order_id } }) => order_id === paid[0]?.id).length,
        };
      };
      const counts = sessions.map(countOf);
      const missingMails = Math.max(0, sessions.length - seen.mails.length);
      const extraMails = Math.max(0, seen.mails.length - sessions.length);
      return {
        paid: counts.filter(({ paid }) => paid === 1).length,
        pressedAgain,
        lost: counts.filter(({ paid, entitlements: readable }) => paid < 1 || readable < 1).length + missingMails,
        doubled: counts.filter(({ paid, entitlements: readable }) => paid > 1 || readable > 1).length + extraMails,
      };
    },
  };
}

// R1: many copies of one event, and five events in every order, sent to two API processes.
import { randomUUID } from 'node:crypto';
import { toolsOf } from '../contract/api/site-tools.ts';
import { startOnly } from '../contract/stand-ins/targets.ts';
import { freePorts } from '../setup/free-ports.ts';
import { apiProcess, environmentsIn } from '../setup/site-process.ts';
import { discountedCart, type OrderOutcome, outcomeOf } from './discounted-order.ts';
import { type SentEvent, signedEvent } from './signed-event.ts';

const EMAIL = 'nova@semente.test';
const FIVE_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
] as const;

function permutations<Value>(values: readonly Value[]): Value[][] {
  if (values.length < 2) return [[...values]];
  return values.flatMap((value, index) => permutations(values.toSpliced(index, 1)).map((rest) => [value, ...rest]));
}

/**
 * Sends all events, `parallel` at a time, alternating between the addresses. Returns the number of answers that were not 2xx, and the
 * milliseconds of each.
 */
async function deliver(
  sent: readonly SentEvent[],
  addresses: readonly string[],
  parallel: number,
): Promise<{ refused: number; ms: number[] }> {
  let next = 0;
  let refused = 0;
  const ms: number[] = [];
  const post = async () => {
    while (next < sent.length) {
      const index = next;
      next += 1;
      const event = sent[index];
      if (!event) return;
      const started = performance.now();
      const answer = await fetch(`${addresses[index % addresses.length]}/api/webhooks/stripe`, { method: 'POST', ...event }).catch(
        () => null,
      );
      await answer?.body?.cancel();
      if (!answer?.ok) refused += 1;
      ms.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: parallel }, post));
  return { refused, ms: ms.toSorted((a, b) => a - b) };
}

export type StormFigures = {
  copies: number;
  seconds: number;
  p50: number;
  p99: number;
  refused: number;
  outcome: OrderOutcome;
  mails: number;
};

/** Runs both parts of R1 and returns their figures. */
export async function webhookStorm({
  copies,
  parallel,
  database,
}: {
  copies: number;
  parallel: number;
  database?: string | undefined;
}): Promise<{
  oneEvent: StormFigures;
  manyEvents: StormFigures;
  orders: { tried: number; finalStates: Record<string, number>; refused: number; mails: Record<string, number> };
}> {
  const { site, dir, close } = await startOnly(['data', 'identity', 'mail', 'payments', 'api'], database);
  const tools = toolsOf(site);
  const secondPort = (await freePorts()).api;
  const second = apiProcess(dir, { ...environmentsIn(site.addresses, dir).api, API_PORT: String(secondPort) });
  const secret = site.file.internal.stripeWebhookSecret;
  try {
    await second.start();
    const apis = [site.addresses.api, `http://127.0.0.1:${secondPort}`];
    const token = await tools.signIn('newcomer');

    const aPaidCheckout = async (pay: (sessionId: string) => Promise<unknown>, currency = 'BRL') => {
      const { book, body } = await discountedCart(tools, currency);
      const { json, text } = await tools.checkout(token, body);
      if (!json.sessionId) throw new Error(text);
      await pay(json.sessionId);
      return { book, sessionId: json.sessionId as string };
    };
    const mailsOf = async (orderId: string) =>
      (await tools.rows<{ kind: string }>('GET', `outbox?key=like.*${orderId}*&select=kind`)).map((row) => row.kind);

    const storm = async (eventId: (n: number) => string, count: number): Promise<StormFigures> => {
      await tools.emptyInbox();
      await tools.atProvider('webhooks/pause');
      const { book, sessionId } = await aPaidCheckout((session) => tools.payByCard(session));
      const sent = Array.from({ length: count }, (_, n) =>
        signedEvent(secret, { id: eventId(n), type: 'checkout.session.completed', object: { id: sessionId } }),
      );
      const started = performance.now();
      const { refused, ms } = await deliver(sent, apis, parallel);
      const seconds = (performance.now() - started) / 1_000;
      await tools.until(
        () => tools.inbox(EMAIL),
        (all) => all.length > 0,
      );
      // Long enough for a second email to arrive, if one was sent.
      await new Promise((resolve) => setTimeout(resolve, 7_000));
      return {
        copies: count,
        seconds,
        p50: ms[Math.floor(ms.length / 2)] ?? 0,
        p99: ms[Math.floor(ms.length * 0.99)] ?? 0,
        refused,
        outcome: await outcomeOf(tools, book),
        mails: (await tools.inbox(EMAIL)).length,
      };
    };
    const one = `evt_${randomUUID()}`;
    const oneEvent = await storm(() => one, copies);
    const manyEvents = await storm(() => `evt_${randomUUID()}`, Math.ceil(copies / 10));

    const finalStates: Record<string, number> = {};
    const mails: Record<string, number> = {};
    let refused = 0;
    const orders = permutations(FIVE_TYPES);
    for (const [index, types] of orders.entries()) {
      const { sessionId } = await aPaidCheckout(async (session) => {
        await tools.payByBankDebit(session);
        await tools.atProvider(`sessions/${session}/settle`, { outcome: 'paid' });
        await tools.atProvider(`sessions/${session}/refund`);
      }, 'USD');
      const stories = (await tools.atProvider('sessions', {}, 'GET')) as { session: { id: string; payment_intent: string } }[];
      const intent = stories.find((story) => story.session.id === sessionId)?.session.payment_intent;
      for (const [turn, type] of types.entries()) {
        const object = type === 'charge.refunded' ? { id: 'ch_x', payment_intent: intent } : { id: sessionId };
        const sent = signedEvent(secret, { id: `evt_${randomUUID()}`, type, object });
        refused += (await deliver([sent], [apis[(index + turn) % apis.length] ?? ''], 1)).refused;
      }
      const order = await tools.order(sessionId);
      const access = await tools.rows(
        'GET',
        `entitlements?order_copies.order_id=eq.${order?.id}&revoked_at=is.null&select=ebook_id,order_copies!inner(order_id)`,
      );
      const state = `${order?.state}, ${access.length} readable`;
      finalStates[state] = (finalStates[state] ?? 0) + 1;
      for (const kind of await mailsOf(order?.id ?? '')) mails[kind] = (mails[kind] ?? 0) + 1;
    }
    return { oneEvent, manyEvents, orders: { tried: orders.length, finalStates, refused, mails } };
  } finally {
    await second.stop();
    await close();
  }
}

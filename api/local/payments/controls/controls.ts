/**
 * Plays the bank, the clock and Stripe's Dashboard, by hand or from a test. Bodies are JSON, or a form of the page at `/` (which is then
 * shown again). `:id` is a checkout session's.
 *
 * - `GET  /_local/sessions`                        every session with its intent, charge, refunds and dispute, newest first
 * - `POST /_local/sessions/:id/settle`             `{ outcome?: 'paid' | 'failed' }` ends a delayed method (boleto, debit), or pays a Pix, even too
 * late, or expires it
 * - `POST /_local/sessions/:id/expire`             expires the open session
 * - `POST /_local/sessions/:id/refund`             `{ amount? }` in minor units, by default all that is left
 * - `POST /_local/sessions/:id/move-refund`        `{ status?, reason? }` changes the newest refund, by default to `succeeded`
 * - `POST /_local/sessions/:id/dispute`            `{ reason?, isInquiry? }` makes the cardholder dispute the payment
 * - `POST /_local/sessions/:id/answer-dispute`     submits the owner's evidence, which the bank then reviews
 * - `POST /_local/sessions/:id/close-dispute`      `{ outcome?: 'won' | 'lost' | 'prevented' | 'warning_closed' }`
 * - `POST /_local/account`                         `{ pix: 'on' | 'without_iof' | 'off' }` sets what the account may do with Pix
 * - `GET  /_local/deliveries`                      webhook deliveries with their attempts, filtered by `?session=` and `?type=`
 * - `POST /_local/events/:id/resend`               sends one event again
 * - `POST /_local/webhooks/pause`, `…/resume`      pauses and resumes deliveries without losing any
 * - `GET`, `POST`, `DELETE /_local/faults`         `{ status?, count?, delayMs?, path?, when? }` makes the next API calls fail, 403 for a missing
 * permission
 * - `POST /_local/payouts`                         `{ at? }` pays out the available balance of each currency, once for each time
 * - `POST /_local/payouts/:id/fail`                makes the bank return a payout
 * - `DELETE /_local/state`                         deletes everything, including queued deliveries
 * - `POST /_local/seed`                            `{ payments: [PastPayment], payoutsAt? }` adds past payments, idempotent by session and by time
 *
 * A control responds after the first delivery attempt of its event, or at once while deliveries are paused.
 */
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { current, expire, settle } from '../checkout/pay.ts';
import { missing, refused, StripeApiError } from '../errors.ts';
import type { Faults } from '../http/faults.ts';
import { newestFirst } from '../http/lists.ts';
import type { Local } from '../local.ts';
import { answerDispute, closeDispute, openDispute } from '../objects/dispute.ts';
import { failPayout, payOut } from '../objects/payout.ts';
import { createRefund, moveRefund } from '../objects/refund.ts';
import type { Charge, Dispute, Session } from '../wire.ts';
import {
  AccountSchema,
  CloseDisputeSchema,
  DisputeSchema,
  FaultSchema,
  MoveRefundSchema,
  PayOutSchema,
  RefundSchema,
  SeedSchema,
  SettleSchema,
} from './bodies.ts';
import { consolePage } from './console-page.ts';
import { insertPastPayment } from './seed.ts';
import { type Story, storyOf } from './story.ts';

const isForm = (c: Context) => (c.req.header('content-type') ?? '').startsWith('application/x-www-form-urlencoded');

async function bodyOf<S extends v.GenericSchema>(c: Context, schema: S): Promise<v.InferOutput<S>> {
  const text = await c.req.text();
  const filled = [...new URLSearchParams(isForm(c) ? text : '')].filter(([, value]) => value !== '');
  let body: unknown;
  try {
    body = isForm(c) ? Object.fromEntries(filled) : JSON.parse(text || '{}');
  } catch {
    throw refused('The body is not JSON.');
  }
  const read = v.safeParse(schema, body);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw refused(`${v.getDotPath(issue) ?? 'body'}: ${issue.message}`);
}

const subjectsOf = ({ session, intent, charge, refunds, dispute }: Story) =>
  new Set([session, intent, charge, dispute, ...refunds].map((subject) => subject?.id));

const LISTED = 100;

export function createControls(local: Local, faults: Faults): Hono {
  const app = new Hono();
  const { store, webhooks } = local;

  const stories = () =>
    newestFirst(store.sessions.values())
      .slice(0, LISTED)
      .map((session) => storyOf(local, current(local, session)));
  const deliveries = () => store.deliveries.values().toReversed();

  function sessionOf(c: Context): Session {
    const id = c.req.param('id') ?? '';
    const session = store.sessions.get(id);
    if (!session) throw missing('checkout.session', id, 'session');
    return current(local, session);
  }
  function disputeOf(session: Session): Dispute {
    const { dispute } = storyOf(local, session);
    if (!dispute) throw refused('This payment has no dispute.');
    return dispute;
  }
  function chargeOf(session: Session): Charge {
    const { charge } = storyOf(local, session);
    if (!charge) throw refused(`Checkout Session ${session.id} has no charge.`);
    return charge;
  }
  /** A form was sent by the page at `/`, so the response redirects there. */
  const answer = (c: Context, body: object) => (isForm(c) ? c.redirect('/', 303) : c.json(body));

  app.onError((error, c) => {
    const known = error instanceof StripeApiError ? error : undefined;
    if (!known) local.options.log?.(String(error.stack));
    const message = known?.message ?? 'The local Stripe failed; see its log.';
    return c.json({ error: { type: known?.body.type ?? 'api_error', message } }, (known?.status ?? 500) as 400 | 404 | 500);
  });

  app.get('/', (c) => consolePage(c, { stories: stories(), deliveries: deliveries().slice(0, LISTED), isPaused: webhooks.isPaused() }));

  app.get('/_local/sessions', (c) => c.json(stories()));
  app.post('/_local/sessions/:id/settle', async (c) => {
    const { outcome } = await bodyOf(c, SettleSchema);
    return answer(c, await settle(local, sessionOf(c), outcome));
  });
  app.post('/_local/sessions/:id/expire', async (c) => {
    const session = sessionOf(c);
    if (session.status !== 'open') throw refused(`Checkout Session ${session.id} is ${session.status}.`);
    const { session: expired, announced } = expire(local, session);
    await announced;
    return answer(c, expired);
  });
  app.post('/_local/sessions/:id/refund', async (c) => {
    const { amount } = await bodyOf(c, RefundSchema);
    const { refund, announced } = createRefund(local, { charge: chargeOf(sessionOf(c)).id, ...(amount !== undefined && { amount }) });
    await announced;
    return answer(c, refund);
  });
  app.post('/_local/sessions/:id/move-refund', async (c) => {
    const { refund, announced } = moveRefund(local, chargeOf(sessionOf(c)), await bodyOf(c, MoveRefundSchema));
    await announced;
    return answer(c, refund);
  });
  app.post('/_local/sessions/:id/dispute', async (c) => {
    const { reason, isInquiry } = await bodyOf(c, DisputeSchema);
    const { dispute, announced } = openDispute(local, chargeOf(sessionOf(c)), reason, isInquiry);
    await announced;
    return answer(c, dispute);
  });
  app.post('/_local/sessions/:id/answer-dispute', async (c) => {
    const { dispute, announced } = answerDispute(local, disputeOf(sessionOf(c)));
    await announced;
    return answer(c, dispute);
  });
  app.post('/_local/sessions/:id/close-dispute', async (c) => {
    const { outcome } = await bodyOf(c, CloseDisputeSchema);
    const { dispute, announced } = closeDispute(local, disputeOf(sessionOf(c)), outcome);
    await announced;
    return answer(c, dispute);
  });

  app.post('/_local/account', async (c) => {
    Object.assign(local.account, await bodyOf(c, AccountSchema));
    return answer(c, local.account);
  });

  app.get('/_local/deliveries', (c) => {
    const { session: id, type } = c.req.query();
    const session = id ? store.sessions.get(id) : undefined;
    if (id && !session) throw missing('checkout.session', id, 'session');
    const subjects = session && subjectsOf(storyOf(local, session));
    return c.json(deliveries().filter((delivery) => (subjects?.has(delivery.subject) ?? true) && (!type || delivery.type === type)));
  });
  app.post('/_local/events/:id/resend', async (c) => {
    const id = c.req.param('id');
    const delivery = await webhooks.resend(id);
    if (!delivery) throw missing('event', id, 'id');
    return answer(c, delivery);
  });
  app.post('/_local/webhooks/pause', (c) => {
    webhooks.pause();
    return answer(c, { paused: true });
  });
  app.post('/_local/webhooks/resume', (c) => {
    webhooks.resume();
    return answer(c, { paused: false });
  });

  app.get('/_local/faults', (c) => c.json(faults.list()));
  app.post('/_local/faults', async (c) => {
    faults.set(await bodyOf(c, FaultSchema));
    return answer(c, faults.list());
  });
  app.delete('/_local/faults', (c) => {
    faults.clear();
    return c.json([]);
  });

  app.post('/_local/payouts', async (c) => {
    const { at = local.seconds() } = await bodyOf(c, PayOutSchema);
    return answer(c, payOut(local, at));
  });
  app.post('/_local/payouts/:id/fail', (c) => {
    const id = c.req.param('id');
    const payout = store.payouts.get(id);
    if (!payout) throw missing('payout', id, 'payout');
    return answer(c, failPayout(local, payout));
  });

  app.post('/_local/seed', async (c) => {
    const { payments, payoutsAt } = await bodyOf(c, SeedSchema);
    const inserted = payments.filter((payment) => insertPastPayment(local, payment)).length;
    for (const at of payoutsAt) payOut(local, at);
    return c.json({ inserted, known: payments.length - inserted });
  });

  app.delete('/_local/state', async (c) => {
    await local.forget();
    return c.body(null, 204);
  });

  return app;
}

import type Stripe from 'stripe';
import { createSession } from '../checkout/create-session.ts';
import { current, expire } from '../checkout/pay.ts';
import { invalid, missing, refused } from '../errors.ts';
import type { Local } from '../local.ts';
import { balanceTransactionOf, balanceTransactions } from '../objects/balance-transaction.ts';
import { currentPayout } from '../objects/payout.ts';
import { createRefund } from '../objects/refund.ts';
import type { StripeRequests } from '../schema/roots.ts';
import type { RequestName } from '../schema/schema.ts';
import { API_VERSION } from '../version.ts';
import type { Cause } from '../webhooks/events.ts';
import type { Session } from '../wire.ts';
import { lineItemsOf } from './expand.ts';
import { isWithin, newestFirst, paginate } from './lists.ts';

type Call<R extends RequestName> = { local: Local; parameters: StripeRequests[R]; id: string; cause: Cause };
type Operation<R extends RequestName> = (call: Call<R>) => object;

function found<T>(value: T | undefined, kind: string, id: string, param: string): T {
  if (value === undefined) throw missing(kind, id, param);
  return value;
}

/** Returns the only webhook endpoint, which gets all events. Like at Stripe, its secret is visible only at creation. */
const endpointsOf = ({ options: { webhook } }: Local): Stripe.WebhookEndpoint[] =>
  webhook
    ? [
        {
          id: 'we_local',
          object: 'webhook_endpoint',
          api_version: API_VERSION,
          application: null,
          created: 0,
          description: null,
          enabled_events: ['*'],
          livemode: false,
          metadata: {},
          status: 'enabled',
          url: webhook.url,
        },
      ]
    : [];

const sessionOf = (local: Local, id: string): Session =>
  current(local, found(local.store.sessions.get(id), 'checkout.session', id, 'session'));

const PAYOUT_STATUSES = ['canceled', 'failed', 'in_transit', 'paid', 'pending'];

/** The calls of Stripe's API that this stand-in implements. */
export const OPERATIONS: { readonly [R in RequestName]: Operation<R> } = {
  'POST /v1/checkout/sessions': ({ local, parameters }) => createSession(local, parameters),
  'GET /v1/checkout/sessions': ({ local, parameters }) => {
    const { status, payment_intent: intent, customer_details: customer, created } = parameters;
    const all = newestFirst(local.store.sessions.values().map((session) => current(local, session))).filter(
      (session) =>
        (status ?? session.status) === session.status &&
        (intent ?? session.payment_intent) === session.payment_intent &&
        (customer === undefined || customer.email === session.customer_details?.email) &&
        isWithin(session.created, created),
    );
    return paginate(all, parameters, '/v1/checkout/sessions');
  },
  'GET /v1/checkout/sessions/:id': ({ local, id }) => sessionOf(local, id),
  'GET /v1/checkout/sessions/:id/line_items': ({ local, id, parameters }) => lineItemsOf(local, sessionOf(local, id).id, parameters),
  'POST /v1/checkout/sessions/:id/expire': ({ local, id, cause }) => {
    const session = sessionOf(local, id);
    if (session.status !== 'open')
      throw refused(`Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`);
    return expire(local, session, cause).session;
  },

  'GET /v1/payment_intents': ({ local, parameters }) => {
    const all = newestFirst(local.store.intents.values()).filter((intent) => isWithin(intent.created, parameters.created));
    return paginate(all, parameters, '/v1/payment_intents');
  },
  'GET /v1/payment_intents/:id': ({ local, id, parameters }) => {
    const intent = found(local.store.intents.get(id), 'payment_intent', id, 'intent');
    if (parameters.client_secret !== undefined && parameters.client_secret !== intent.client_secret)
      throw invalid('The client_secret provided does not match the client_secret associated with the PaymentIntent.', 'client_secret');
    return intent;
  },
  'GET /v1/charges/:id': ({ local, id }) => found(local.store.charges.get(id), 'charge', id, 'id'),

  'POST /v1/refunds': ({ local, parameters, cause }) => createRefund(local, parameters, cause).refund,
  'GET /v1/refunds': ({ local, parameters }) => {
    const { charge, payment_intent: intent, created } = parameters;
    const all = newestFirst(local.store.refunds.values()).filter(
      (refund) =>
        (charge ?? refund.charge) === refund.charge &&
        (intent ?? refund.payment_intent) === refund.payment_intent &&
        isWithin(refund.created, created),
    );
    return paginate(all, parameters, '/v1/refunds');
  },
  'GET /v1/refunds/:id': ({ local, id }) => found(local.store.refunds.get(id), 'refund', id, 'id'),

  'GET /v1/disputes': ({ local, parameters }) => {
    const { charge, payment_intent: intent, created } = parameters;
    const all = newestFirst(local.store.disputes.values()).filter(
      (dispute) =>
        (charge ?? dispute.charge) === dispute.charge &&
        (intent ?? dispute.payment_intent) === dispute.payment_intent &&
        isWithin(dispute.created, created),
    );
    return paginate(all, parameters, '/v1/disputes');
  },
  'GET /v1/disputes/:id': ({ local, id }) => found(local.store.disputes.get(id), 'dispute', id, 'id'),

  'GET /v1/balance_transactions': ({ local, parameters }) => {
    const { type, source, currency, created } = parameters;
    const all = newestFirst(balanceTransactions(local)).filter(
      (entry) =>
        (type ?? entry.type) === entry.type &&
        (source ?? entry.source) === entry.source &&
        (currency ?? entry.currency) === entry.currency &&
        isWithin(entry.created, created),
    );
    return paginate(all, parameters, '/v1/balance_transactions');
  },
  'GET /v1/balance_transactions/:id': ({ local, id }) => found(balanceTransactionOf(local, id), 'balance_transaction', id, 'id'),

  'GET /v1/payouts': ({ local, parameters }) => {
    const { status, created } = parameters;
    if (status !== undefined && !PAYOUT_STATUSES.includes(status)) {
      throw invalid(`Invalid status: must be one of ${PAYOUT_STATUSES.join(', ')}`, 'status');
    }
    const all = newestFirst(local.store.payouts.values().map((payout) => currentPayout(local, payout))).filter(
      (payout) => (status ?? payout.status) === payout.status && isWithin(payout.created, created),
    );
    return paginate(all, parameters, '/v1/payouts');
  },
  'GET /v1/payouts/:id': ({ local, id }) => currentPayout(local, found(local.store.payouts.get(id), 'payout', id, 'payout')),

  'GET /v1/events': ({ local, parameters }) => {
    const { type, types, delivery_success: delivered, created } = parameters;
    const all = newestFirst(local.store.events.values()).filter(
      (event) =>
        (type ?? event.type) === event.type &&
        (types?.includes(event.type) ?? true) &&
        (delivered === undefined || delivered === (event.pending_webhooks === 0)) &&
        isWithin(event.created, created),
    );
    return paginate(all, parameters, '/v1/events');
  },
  'GET /v1/events/:id': ({ local, id }) => found(local.store.events.get(id), 'event', id, 'id'),

  'GET /v1/webhook_endpoints': ({ local, parameters }) => paginate(endpointsOf(local), parameters, '/v1/webhook_endpoints'),
};

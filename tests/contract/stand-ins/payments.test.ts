import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLocalStripe, type LocalStripe } from '../../../api/local/payments/local-stripe.ts';
import type { LocalStripeOptions } from '../../../api/local/payments/options.ts';
import { generateStripeSchema } from '../../../api/local/payments/schema/generate.ts';
import { answerProblems } from '../../../api/local/payments/schema/schema.ts';
import { API_VERSION } from '../../../api/local/payments/version.ts';
import { STRIPE_JS } from '../../../shell/server/env.ts';
import { freePorts } from '../../setup/free-ports.ts';

const SECRET_KEY = 'sk_test_contract';
const PUBLISHABLE_KEY = 'pk_test_contract';
const WEBHOOK_SECRET = 'whsec_contract';
const SHOP = 'http://shop.test';

type SessionParams = Stripe.Checkout.SessionCreateParams;

/** Returns a session of two copies of one book for 59.80 in its currency. */
function aSession(changes: Partial<SessionParams> & { currency?: string; unitAmount?: number } = {}): SessionParams {
  const { currency = 'brl', unitAmount = 2990, ...params } = changes;
  return {
    mode: 'payment',
    success_url: `${SHOP}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${SHOP}/cancel`,
    locale: 'pt-BR',
    line_items: [
      {
        quantity: 2,
        price_data: { currency, unit_amount: unitAmount, product_data: { name: 'Jardins do Sul', metadata: { ebook_id: 'b1' } } },
      },
    ],
    ...params,
  };
}

/** Returns the same session for a frame in the shop's page. */
function aFramedSession(
  addresses: Partial<SessionParams> = { return_url: `${SHOP}/success?session_id={CHECKOUT_SESSION_ID}` },
): SessionParams {
  const { success_url: _, cancel_url: __, ...anywhere } = aSession();
  return { ...anywhere, ui_mode: 'embedded_page', ...addresses };
}

/**
 * Returns the SDK as the shop configures it. Every successful answer is compared with the schema of the SDK's own types, and `problems`
 * collects the differences.
 */
function sdkFor(url: string | undefined, key: string, problems: string[], config: Stripe.StripeConfig = {}): Stripe {
  const at = url ? new URL(url) : undefined;
  const stripe = new Stripe(key, {
    maxNetworkRetries: 0,
    telemetry: false,
    emitEventBodies: true,
    ...(at && { host: at.hostname, port: at.port, protocol: 'http' }),
    ...config,
  });
  stripe.on('response', ({ status, body }: Stripe.ResponseEvent & { body?: unknown }) => {
    if (status === 200) problems.push(...answerProblems(body));
  });
  return stripe;
}

type Received = { id: string; type: string; subject: string; raw: string; at: number };

/** Starts the shop's webhook endpoint. It rejects unsigned events and answers with the status from `answerWith`. */
async function startReceiver() {
  const received: Received[] = [];
  const problems: string[] = [];
  const verifier = new Stripe('sk_test_unused');
  let answerWith: (event: Received) => number | Promise<number> = () => 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString();
    const signature = String(request.headers['stripe-signature']);
    const event = await verifier.webhooks.constructEventAsync(raw, signature, WEBHOOK_SECRET).catch(() => undefined);
    if (!event) return response.writeHead(400).end();
    problems.push(...answerProblems(JSON.parse(raw)));
    const subject = (event.data.object as { id: string }).id;
    const entry = { id: event.id, type: event.type, subject, raw, at: Date.now() };
    received.push(entry);
    return response.writeHead(await answerWith(entry)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    problems,
    types: () => received.map(({ type }) => type),
    answerWith: (next: typeof answerWith) => {
      answerWith = next;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

type World = {
  url: string;
  stripe: Stripe;
  receiver: Awaited<ReturnType<typeof startReceiver>>;
  problems: string[];
  local: LocalStripe;
  stop: () => Promise<void>;
};

async function startWorld(options: Partial<LocalStripeOptions> = {}): Promise<World> {
  const receiver = await startReceiver();
  const { payments: port } = await freePorts();
  const url = `http://127.0.0.1:${port}`;
  const webhook = { url: receiver.url, secret: WEBHOOK_SECRET };
  const local = createLocalStripe({
    publicUrl: url,
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhook,
    retryDelaysMs: [20, 40],
    ...options,
  });
  await local.listen(port);
  const problems: string[] = [];
  const stop = async () => {
    await local.close();
    await receiver.close();
  };
  return { url, stripe: sdkFor(url, SECRET_KEY, problems), receiver, problems, local, stop };
}

async function failureOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`expected a Stripe error, got ${String(error)}`);
}

const post = (url: string, body: unknown = {}) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Returns the form data that the hosted page submits for a card. */
const card = (number: string, changes: Record<string, string> = {}) => ({
  email: 'ana@leitores.test',
  method: 'card',
  number,
  expiry: '12 / 34',
  cvc: '123',
  card_name: 'Ana Lima',
  ...changes,
});
const later = (method: string) => ({ email: 'ana@leitores.test', method, holder: 'Ana Lima', tax_id: '000.000.000-00' });
const submit = (session: { url: string | null }, fields: Record<string, string>, path = '') =>
  fetch(`${session.url}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

/** Waits until `condition` holds, for at most five seconds. */
async function eventually(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 250 && !condition(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(condition()).toBe(true);
}

const sandboxKey = process.env.STRIPE_TEST_SECRET_KEY;
const targets = [
  { name: 'the local Stripe', isLocal: true },
  ...(sandboxKey && /^(sk|rk)_test_/.test(sandboxKey) ? [{ name: 'a Stripe sandbox', isLocal: false }] : []),
];

describe.each(targets)('the API of $name', ({ isLocal }) => {
  let world: World | undefined;
  let stripe: Stripe;
  const problems: string[] = [];

  beforeAll(async () => {
    world = isLocal ? await startWorld() : undefined;
    stripe = sdkFor(world?.url, isLocal ? SECRET_KEY : (sandboxKey ?? ''), problems);
  });
  afterAll(() => world?.stop());
  afterEach(() => {
    expect(problems.splice(0), 'answers that differ from the types of the SDK').toEqual([]);
  });

  it("the payments API opens a session with the server's lines and returns its amounts", async () => {
    const session = await stripe.checkout.sessions.create(
      aSession({ customer_email: 'ana@leitores.test', client_reference_id: 'order-1', metadata: { order_id: 'order-1' } }),
    );
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 5980,
      currency: 'brl',
      customer_email: 'ana@leitores.test',
      client_reference_id: 'order-1',
      metadata: { order_id: 'order-1' },
      payment_intent: null,
      livemode: false,
    });
    expect(session.id).toMatch(/^cs_test_\w+$/);
    expect(session.url).toContain(session.id);
    expect(session.expires_at - session.created).toBe(86_400);
  });

  it('the payments API retrieves a session with its lines and products expanded', async () => {
    const { id } = await stripe.checkout.sessions.create(aSession());
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['line_items.data.price.product'] });
    const [line] = session.line_items?.data ?? [];
    expect(line).toMatchObject({ quantity: 2, amount_total: 5980, description: 'Jardins do Sul' });
    expect(line?.price?.product).toMatchObject({ object: 'product', metadata: { ebook_id: 'b1' } });
    const lines = await stripe.checkout.sessions.listLineItems(id, { limit: 1 });
    expect(lines).toMatchObject({ has_more: false, data: [{ amount_total: 5980 }] });
  });

  it('the payments API lists sessions by status and time, newest first, page by page', async () => {
    const first = await stripe.checkout.sessions.create(aSession());
    const second = await stripe.checkout.sessions.create(aSession());
    const page = await stripe.checkout.sessions.list({ status: 'open', created: { gte: first.created }, limit: 100 });
    const ids = page.data.map(({ id }) => id);
    expect(ids.indexOf(second.id)).toBeLessThan(ids.indexOf(first.id));
    const next = await stripe.checkout.sessions.list({ starting_after: second.id, limit: 1 });
    expect(next.data).toHaveLength(1);
    expect(next.data[0]?.id).not.toBe(second.id);
    const past = await stripe.checkout.sessions.list({ created: { lt: first.created - 400 * 86_400 } });
    expect(past.data).toEqual([]);
  });

  it('the payments API opens a session for a frame, with a client secret instead of an address, also when read again', async () => {
    const session = await stripe.checkout.sessions.create(aFramedSession());
    expect(session).toMatchObject({ url: null, ui_mode: 'embedded_page', client_secret: expect.stringMatching(`^${session.id}_secret_`) });
    expect((await stripe.checkout.sessions.retrieve(session.id)).client_secret).toBe(session.client_secret);
  });

  it("the payments API rejects a session without the return addresses of its kind, or with the other kind's", async () => {
    for (const addresses of [{ return_url: SHOP, success_url: SHOP }, { return_url: SHOP, cancel_url: SHOP }, {}]) {
      expect(await failureOf(stripe.checkout.sessions.create(aFramedSession(addresses)))).toMatchObject({ statusCode: 400 });
    }
    expect(await failureOf(stripe.checkout.sessions.create(aSession({ return_url: SHOP })))).toMatchObject({ param: 'return_url' });
  });

  it('the payments API expires an open session once', async () => {
    const { id } = await stripe.checkout.sessions.create(aSession());
    const expired = await stripe.checkout.sessions.expire(id);
    expect(expired).toMatchObject({ status: 'expired', url: null });
    expect(await failureOf(stripe.checkout.sessions.expire(id))).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
  });

  it('the payments API repeats the answer of an idempotency key and rejects the key for other parameters', async () => {
    const idempotencyKey = `contract-${crypto.randomUUID()}`;
    const first = await stripe.checkout.sessions.create(aSession(), { idempotencyKey });
    const again = await stripe.checkout.sessions.create(aSession(), { idempotencyKey });
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    const other = await failureOf(stripe.checkout.sessions.create(aSession({ unitAmount: 3990 }), { idempotencyKey }));
    expect(other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  it('an idempotency key does not keep an error about parameters', async () => {
    const idempotencyKey = `contract-${crypto.randomUUID()}`;
    await failureOf(stripe.checkout.sessions.create(aSession({ success_url: 'nowhere' }), { idempotencyKey }));
    const session = await stripe.checkout.sessions.create(aSession(), { idempotencyKey });
    expect(session.status).toBe('open');
  });

  it.each([
    ['at the top', { colour: 'green' }, 'colour'],
    ['that every object inherits', { constructor: { name: 'A' } }, 'constructor'],
    [
      'deep inside an object',
      { line_items: [{ quantity: 1, price_data: { currency: 'brl', unit_amount: 100, product_data: { name: 'A', isbn: '1' } } }] },
      'isbn',
    ],
  ])('the payments API rejects an unknown parameter %s', async (_where, changes, name) => {
    const error = await failureOf(stripe.rawRequest('POST', '/v1/checkout/sessions', { ...aSession(), ...changes }));
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, code: 'parameter_unknown' });
    expect(error.param).toContain(name);
  });

  it('the payments API fails on an unknown route', async () => {
    const error = await failureOf(stripe.rawRequest('GET', '/v1/there_is_no_such_thing'));
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404 });
  });

  it.each([
    ['no mode', { mode: undefined }],
    ['no line items', { line_items: [] }],
    ['an invalid success URL', { success_url: 'shop' }],
    ['an invalid buyer email', { customer_email: 'ana' }],
    ['an expiry within 30 minutes', { expires_at: Math.floor(Date.now() / 1000) + 60 }],
    ['an expiry after more than 24 hours', { expires_at: Math.floor(Date.now() / 1000) + 2 * 86_400 }],
    [
      'less than the minimum amount',
      { line_items: [{ quantity: 1, price_data: { currency: 'brl', unit_amount: 10, product_data: { name: 'A' } } }] },
    ],
    [
      'a negative amount',
      { line_items: [{ quantity: 1, price_data: { currency: 'brl', unit_amount: -100, product_data: { name: 'A' } } }] },
    ],
    [
      'a quantity of zero',
      { line_items: [{ quantity: 0, price_data: { currency: 'brl', unit_amount: 100, product_data: { name: 'A' } } }] },
    ],
    [
      'an unknown currency',
      { line_items: [{ quantity: 1, price_data: { currency: 'zzz', unit_amount: 100, product_data: { name: 'A' } } }] },
    ],
    [
      'two currencies',
      {
        line_items: [
          { quantity: 1, price_data: { currency: 'brl', unit_amount: 2990, product_data: { name: 'A' } } },
          { quantity: 1, price_data: { currency: 'usd', unit_amount: 1299, product_data: { name: 'B' } } },
        ],
      },
    ],
    ['an unknown price', { line_items: [{ quantity: 1, price: 'price_unknown' }] }],
    ['metadata that is too long', { metadata: { note: 'x'.repeat(501) } }],
  ])('the payments API rejects a session with %s', async (_what, changes) => {
    const params = Object.fromEntries(Object.entries({ ...aSession(), ...changes }).filter(([, value]) => value !== undefined));
    const error = await failureOf(stripe.rawRequest('POST', '/v1/checkout/sessions', params));
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
    expect(error.message).not.toBe('');
  });

  it('the payments API accepts the shortest and the longest duration of a session', async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const seconds of [31 * 60, 24 * 60 * 60 - 60]) {
      const session = await stripe.checkout.sessions.create(aSession({ expires_at: now + seconds }));
      expect(session.expires_at).toBe(now + seconds);
    }
  });

  it.each([
    ['session', () => stripe.checkout.sessions.retrieve('cs_test_unknown')],
    ['payment intent', () => stripe.paymentIntents.retrieve('pi_unknown')],
    ['charge', () => stripe.charges.retrieve('ch_unknown')],
    ['intent of a refund', () => stripe.refunds.create({ payment_intent: 'pi_unknown' })],
    ['dispute', () => stripe.disputes.retrieve('du_unknown')],
    ['event', () => stripe.events.retrieve('evt_unknown')],
    ['payout', () => stripe.payouts.retrieve('po_unknown')],
    ['balance transaction as the start of a list', () => stripe.balanceTransactions.list({ starting_after: 'txn_unknown' })],
  ])('the payments API reports a missing %s', async (_what, call) => {
    const error = await failureOf(call());
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', code: 'resource_missing' });
    expect([400, 404]).toContain(error.statusCode);
  });

  it('the payments API rejects another key', async () => {
    const stranger = sdkFor(world?.url, 'sk_test_somebody_else', problems);
    expect(await failureOf(stranger.checkout.sessions.list())).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
  });
});

describe('the local payments stand-in only', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  it('the payments stand-in speaks the version of the installed SDK and no other', async () => {
    const newer = sdkFor(world.url, SECRET_KEY, [], { apiVersion: '2031-01-01.future' as typeof API_VERSION });
    expect(Stripe.API_VERSION).toBe(API_VERSION);
    expect((await failureOf(newer.events.list())).message).toContain(API_VERSION);
  });

  it('the payments stand-in has exactly the schema of the installed SDK and its types', () => {
    const committed = fileURLToPath(new URL('../../../api/local/payments/schema/stripe.generated.json', import.meta.url));
    expect(readFileSync(committed, 'utf8') === generateStripeSchema(), 'run: node api/local/payments/schema/generate.ts').toBe(true);
    expect(statSync(committed).size).toBeLessThan(250_000);
  });

  it('the strict check of answers finds a missing, an invented and a misspelt field', async () => {
    const { lastResponse: _, ...session } = await world.stripe.checkout.sessions.create(aSession());
    const { payment_status: _dropped, ...without } = session;
    expect(answerProblems(session)).toEqual([]);
    expect(answerProblems(without).join()).toContain('payment_status');
    expect(answerProblems({ ...session, colour: 'green' }).join()).toContain('colour');
    expect(answerProblems({ ...session, status: 'opened' }).join()).toContain('/status');
    expect(answerProblems({ object: 'list', data: [{ object: 'coupon' }] })).toEqual(['coupon is not in the schema']);
  });

  it.each([
    ['subscriptions', { mode: 'subscription' }, 'mode'],
    ['payment elements', { ui_mode: 'elements' }, 'ui_mode'],
    ['taxes', { automatic_tax: { enabled: true } }, 'automatic_tax[enabled]'],
    ['promotion codes', { allow_promotion_codes: true }, 'allow_promotion_codes'],
    ['discounts', { discounts: [{ coupon: 'half' }] }, 'discounts[0][coupon]'],
  ])('the payments stand-in reports %s as not emulated instead of dropping it', async (_what, changes, param) => {
    const error = await failureOf(world.stripe.rawRequest('POST', '/v1/checkout/sessions', { ...aSession(), ...changes }));
    expect(error).toMatchObject({ statusCode: 400, param });
    expect(error.message).toContain('does not emulate');
  });

  it('the payments stand-in throws for resources of Stripe that the shop does not use', async () => {
    expect(await failureOf(world.stripe.coupons.list())).toMatchObject({ statusCode: 404 });
  });

  it('the payments stand-in rejects a live key without repeating it', async () => {
    const live = sdkFor(world.url, 'sk_live_secret', []);
    const error = await failureOf(live.checkout.sessions.list());
    expect(error).toMatchObject({ type: 'StripeAuthenticationError' });
    expect(error.message).not.toContain('secret');
    expect(() => createLocalStripe({ publicUrl: world.url, secretKey: 'sk_live_secret' })).toThrow('sk_test_');
  });

  it('the payments stand-in offers the delayed method of each currency, limited to what the shop allows', async () => {
    const methods = async (changes: Parameters<typeof aSession>[0]) =>
      (await world.stripe.checkout.sessions.create(aSession(changes))).payment_method_types;
    expect(await methods({ currency: 'brl' })).toEqual(['card', 'pix', 'boleto']);
    expect(await methods({ currency: 'usd' })).toEqual(['card', 'us_bank_account']);
    expect(await methods({ currency: 'nzd' })).toEqual(['card', 'nz_bank_account']);
    expect(await methods({ currency: 'cad' })).toEqual(['card']);
    expect(await methods({ currency: 'brl', allowed_payment_method_types: ['card'] })).toEqual(['card']);
  });

  it('an idempotency key gets 409 while its first request runs', async () => {
    await post(`${world.url}/_local/faults`, { status: null, delayMs: 300 });
    const idempotencyKey = crypto.randomUUID();
    const first = world.stripe.checkout.sessions.create(aSession(), { idempotencyKey });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const second = await failureOf(world.stripe.checkout.sessions.create(aSession(), { idempotencyKey }));
    expect(second).toMatchObject({ code: 'idempotency_key_in_use', statusCode: 409 });
    expect((await first).status).toBe('open');
  });

  it('the payments stand-in rejects pages of other sites', async () => {
    const foreign = await fetch(`${world.url}/_local/webhooks/pause`, { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
    expect(foreign.status).toBe(403);
  });

  it('the payments stand-in reports that it is healthy', async () => {
    expect((await fetch(`${world.url}/healthz`)).status).toBe(200);
  });
});

describe('simulated faults of the payments stand-in', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  it.each([
    [500, 'StripeAPIError'],
    [503, 'StripeAPIError'],
    [429, 'StripeRateLimitError'],
    [0, 'StripeConnectionError'],
  ])('the payments stand-in fails the ordered number of calls with %i', async (status, type) => {
    await post(`${world.url}/_local/faults`, { status, count: 2, path: '/v1/events' });
    expect((await world.stripe.checkout.sessions.list()).object).toBe('list');
    expect(await failureOf(world.stripe.rawRequest('GET', '/v1/events'))).toMatchObject({ type });
    // The SDK retries a call once by itself if its connection was cut before any answer.
    if (status !== 0) expect(await failureOf(world.stripe.events.list())).toMatchObject({ type });
    expect(await (await fetch(`${world.url}/_local/faults`)).json()).toEqual([]);
    expect((await world.stripe.events.list()).object).toBe('list');
  });

  it('a simulated lost answer leaves its work done, and the idempotency key finds it again', async () => {
    const before = (await world.stripe.checkout.sessions.list({ limit: 100 })).data.length;
    await post(`${world.url}/_local/faults`, { status: 0, when: 'after', path: '/v1/checkout' });
    const retrying = sdkFor(world.url, SECRET_KEY, world.problems, { maxNetworkRetries: 2 });
    const session = await retrying.checkout.sessions.create(aSession());
    expect(session.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await world.stripe.checkout.sessions.list({ limit: 100 })).data).toHaveLength(before + 1);
  });

  it.each(['before', 'after'])(
    'a failure %s the work is repeated for its idempotency key, and another key gets a session',
    async (when) => {
      await post(`${world.url}/_local/faults`, { status: 500, when, path: '/v1/checkout' });
      const idempotencyKey = crypto.randomUUID();
      for (const replayed of [undefined, 'true', 'true']) {
        const failure = await failureOf(world.stripe.checkout.sessions.create(aSession(), { idempotencyKey }));
        expect(failure).toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
        expect((failure as Stripe.errors.StripeAPIError).headers?.['idempotent-replayed']).toBe(replayed);
      }
      expect((await world.stripe.checkout.sessions.create(aSession(), { idempotencyKey: crypto.randomUUID() })).status).toBe('open');
    },
  );
});

describe('adaptive pricing', () => {
  it("a session's adaptive pricing is as requested, and unknown if not requested", async () => {
    const world = await startWorld();
    const off = await world.stripe.checkout.sessions.create(aSession({ adaptive_pricing: { enabled: false } }));
    expect(off.adaptive_pricing).toEqual({ enabled: false });
    expect((await world.stripe.checkout.sessions.create(aSession())).adaptive_pricing).toBeNull();
    expect(await failureOf(world.stripe.checkout.sessions.create(aSession({ adaptive_pricing: { enabled: true } })))).toMatchObject({
      statusCode: 400,
    });
    await world.stop();
  });
});

describe('paying on the hosted page', () => {
  let world: World;
  beforeEach(async () => {
    world = await startWorld();
  });
  afterEach(async () => {
    await world.stop();
    expect(world.problems, 'answers that differ from the types of the SDK').toEqual([]);
    expect(world.receiver.problems, 'events that differ from the types of the SDK').toEqual([]);
  });

  const open = (changes: Parameters<typeof aSession>[0] = {}) => world.stripe.checkout.sessions.create(aSession(changes));
  const read = (id: string) => world.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
  const intentOf = (session: Stripe.Checkout.Session) => session.payment_intent as Stripe.PaymentIntent;
  const chargeOf = (session: Stripe.Checkout.Session) => intentOf(session).latest_charge as Stripe.Charge;
  const control = (session: { id: string }, name: string, body: unknown = {}) =>
    post(`${world.url}/_local/sessions/${session.id}/${name}`, body);

  it('the hosted page accepts a good card and sends the buyer back with the id of the session', async () => {
    const session = await open();
    const answer = await submit(session, card('4242 4242 4242 4242'));
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${SHOP}/success?session_id=${session.id}`);
    const paid = await read(session.id);
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer_details: { email: 'ana@leitores.test', name: 'Ana Lima' },
    });
    expect(intentOf(paid)).toMatchObject({ status: 'succeeded', amount_received: 5980 });
    expect(chargeOf(paid)).toMatchObject({ paid: true, payment_method_details: { card: { last4: '4242', brand: 'visa' } } });
    expect(world.receiver.types()).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ]);
  });

  it.each([
    ['4000 0000 0000 0002', 'card_declined', 'generic_decline', 'O banco recusou este cartão'],
    ['4000 0000 0000 9995', 'card_declined', 'insufficient_funds', 'não tem saldo suficiente'],
    ['4000 0000 0000 0069', 'expired_card', 'expired_card', 'está vencido'],
    ['4000 0000 0000 0127', 'incorrect_cvc', 'incorrect_cvc', 'CVC) está incorreto'],
    ['4000 0000 0000 0119', 'processing_error', 'processing_error', 'erro ao processar'],
  ])('the hosted page declines %s and accepts another card in the same session', async (number, code, declineCode, sentence) => {
    const session = await open();
    const declined = await submit(session, card(number));
    expect(declined.status).toBe(200);
    expect(await declined.text()).toContain(sentence);
    const unpaid = await read(session.id);
    expect(unpaid).toMatchObject({ status: 'open', payment_status: 'unpaid' });
    expect(intentOf(unpaid)).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code, decline_code: declineCode } });
    expect((await submit(session, card('4242424242424242'))).status).toBe(303);
    const paid = await read(session.id);
    expect(intentOf(paid)).toMatchObject({ id: intentOf(unpaid).id, status: 'succeeded', last_payment_error: null });
  });

  it('the hosted page asks for 3-D Secure, and a failed challenge leaves the session open', async () => {
    const session = await open();
    const challenge = await submit(session, card('4000002760003184'));
    expect(challenge.headers.get('location')).toBe(`/c/pay/${session.id}/challenge`);
    expect(intentOf(await read(session.id)).status).toBe('requires_action');
    expect(await (await fetch(`${session.url}/challenge`)).text()).toContain('Concluir autenticação');
    expect(await (await submit(session, { answer: 'fail' }, '/challenge')).text()).toContain('O banco não confirmou que é você');
    expect(intentOf(await read(session.id)).last_payment_error?.code).toBe('payment_intent_authentication_failure');

    await submit(session, card('4000002760003184'));
    const passed = await submit(session, { answer: 'pass' }, '/challenge');
    expect(passed.headers.get('location')).toContain(session.id);
    const paid = await read(session.id);
    expect(chargeOf(paid).payment_method_details?.card?.three_d_secure?.result).toBe('authenticated');
    expect(world.receiver.types()).toContain('payment_intent.requires_action');
  });

  it.each([
    ['brl', 'boleto'],
    ['usd', 'us_bank_account'],
    ['nzd', 'nz_bank_account'],
    ['eur', 'sepa_debit'],
  ])('a session in %s with %s completes unpaid and is paid later', async (currency, method) => {
    const session = await open({ currency });
    expect((await submit(session, later(method))).status).toBe(303);
    expect(await read(session.id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    expect((await control(session, 'settle', { outcome: 'paid' })).status).toBe(200);
    const paid = await read(session.id);
    expect(paid.payment_status).toBe('paid');
    expect(chargeOf(paid)).toMatchObject({ paid: true, status: 'succeeded', payment_method_details: { type: method } });
    expect(world.receiver.types().at(-1)).toBe('checkout.session.async_payment_succeeded');
    expect((await control(session, 'settle')).status).toBe(400);
  });

  it.each(['brl', 'usd'])('a delayed payment in %s can fail', async (currency) => {
    const session = await open({ currency });
    await submit(session, later(currency === 'brl' ? 'boleto' : 'us_bank_account'));
    await control(session, 'settle', { outcome: 'failed' });
    const failed = await read(session.id);
    expect(failed).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    expect(intentOf(failed).status).toBe('requires_payment_method');
    expect(world.receiver.types().at(-1)).toBe('checkout.session.async_payment_failed');
  });

  it('the payment intent links to its boleto', async () => {
    const session = await open();
    await submit(session, later('boleto'));
    const url = intentOf(await read(session.id)).next_action?.boleto_display_details?.hosted_voucher_url ?? '';
    const voucher = await fetch(url);
    expect(voucher.status).toBe(200);
    expect(await voucher.text()).toContain('Boleto de teste');
  });

  it('the disputed card opens a dispute, and the bank can decide either way', async () => {
    for (const outcome of ['won', 'lost'] as const) {
      const session = await open();
      await submit(session, card('4000000000000259'));
      const paid = await read(session.id);
      expect(chargeOf(paid).disputed).toBe(true);
      const intent = intentOf(paid).id;
      expect((await world.stripe.disputes.list({ payment_intent: intent })).data).toMatchObject([{ status: 'needs_response' }]);
      const refund = await failureOf(world.stripe.refunds.create({ payment_intent: intent }));
      expect(refund.code).toBe('charge_disputed');
      await control(session, 'close-dispute', { outcome });
      const [dispute] = (await world.stripe.disputes.list({ payment_intent: intent })).data;
      expect((await world.stripe.disputes.retrieve(dispute?.id ?? '')).status).toBe(outcome);
    }
    const types = world.receiver.types();
    // This order is the most surprising one of Stripe: the dispute's event arrives before the session's.
    expect(types.indexOf('charge.dispute.created')).toBeLessThan(types.indexOf('checkout.session.completed'));
    expect(types.filter((type) => type === 'charge.dispute.closed')).toHaveLength(2);
  });

  it('a payment is refunded in part, then completely, and no further', async () => {
    const session = await open();
    await submit(session, card('4242424242424242'));
    const intent = intentOf(await read(session.id)).id;
    const idempotencyKey = crypto.randomUUID();
    const part = await world.stripe.refunds.create(
      { payment_intent: intent, amount: 1000, reason: 'requested_by_customer' },
      { idempotencyKey },
    );
    expect(part).toMatchObject({ amount: 1000, status: 'succeeded', currency: 'brl' });
    expect(chargeOf(await read(session.id))).toMatchObject({ amount_refunded: 1000, refunded: false });
    expect((await failureOf(world.stripe.refunds.create({ payment_intent: intent, amount: 5000 }))).message).toContain(
      'greater than unrefunded',
    );
    await world.stripe.refunds.create({ payment_intent: intent });
    expect(chargeOf(await read(session.id))).toMatchObject({ amount_refunded: 5980, refunded: true });
    expect(await failureOf(world.stripe.refunds.create({ payment_intent: intent }))).toMatchObject({ code: 'charge_already_refunded' });
    expect((await world.stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount)).toEqual([4980, 1000]);
    await eventually(() => world.receiver.types().filter((type) => type === 'charge.refunded').length === 2);
  });

  it('a rejected refund is repeated for its idempotency key', async () => {
    const session = await open();
    await submit(session, card('4242424242424242'));
    const intent = intentOf(await read(session.id)).id;
    await world.stripe.refunds.create({ payment_intent: intent });
    const idempotencyKey = crypto.randomUUID();
    const first = await failureOf(world.stripe.refunds.create({ payment_intent: intent }, { idempotencyKey }));
    const again = await failureOf(world.stripe.refunds.create({ payment_intent: intent }, { idempotencyKey }));
    expect(again.message).toBe(first.message);
    expect(again.headers?.['idempotent-replayed']).toBe('true');
  });

  it('the hosted page shows a Pix until it is paid, there or elsewhere', async () => {
    const session = await open({ payment_method_options: { pix: { amount_includes_iof: 'always', expires_after_seconds: 1_800 } } });
    await submit(session, later('pix'));
    const shown = await read(session.id);
    expect(shown).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_method_options: { pix: { expires_after_seconds: 1_800 } },
    });
    const { status, next_action: action } = intentOf(shown);
    expect([status, action?.type]).toEqual(['requires_action', 'pix_display_qr_code']);
    const { data, expires_at: until, hosted_instructions_url: url, image_url_svg: picture } = action?.pix_display_qr_code ?? {};
    expect(Math.abs((until ?? 0) - Date.now() / 1_000 - 1_800)).toBeLessThan(30);
    expect(await (await fetch(url ?? '')).text()).toContain(data);
    expect(await (await fetch(picture ?? '')).text()).toMatch(/^<svg/);
    expect(await (await fetch(session.url ?? '')).text(), 'the page shows it again').toContain(data);

    expect((await submit(session, { answer: 'paid' }, '/pix')).headers.get('location')).toContain(session.id);
    const paid = await read(session.id);
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid' });
    expect(chargeOf(paid).payment_method_details?.type).toBe('pix');
    const entry = await world.stripe.balanceTransactions.retrieve(String(chargeOf(paid).balance_transaction));
    expect(entry.fee_details.map(({ type }) => type)).toEqual(['stripe_fee', 'tax']);
    expect(world.receiver.types().at(-1)).toBe('checkout.session.completed');
  });

  it('an expired Pix leaves the page open for a card, and can be paid even after its session ended', async () => {
    const session = await open();
    await submit(session, later('pix'));
    await control(session, 'settle', { outcome: 'failed' });
    const lapsed = await read(session.id);
    expect(lapsed.status).toBe('open');
    expect(intentOf(lapsed)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_payment_attempt_expired' },
    });
    expect(world.receiver.types().at(-1)).toBe('payment_intent.payment_failed');
    await submit(session, card('4242424242424242'));
    expect((await read(session.id)).payment_status).toBe('paid');

    const over = await open();
    await submit(over, later('pix'));
    await control(over, 'expire');
    await control(over, 'settle', { outcome: 'paid' });
    const late = await read(over.id);
    expect(late).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
    expect(intentOf(late).status).toBe('succeeded');
    expect(world.receiver.types().at(-1)).toBe('payment_intent.succeeded');
  });

  it('the payments stand-in rejects Pix options that an account may not have', async () => {
    const pix = (amount_includes_iof: 'always' | 'never', expires_after_seconds = 1_800) =>
      failureOf(open({ payment_method_options: { pix: { amount_includes_iof, expires_after_seconds } } }));
    const account = (allowed: string) => post(`${world.url}/_local/account`, { pix: allowed });
    expect(await pix('always', 59)).toMatchObject({ param: 'payment_method_options[pix][expires_after_seconds]' });
    await account('without_iof');
    expect(await pix('always')).toMatchObject({ param: 'payment_method_options[pix][amount_includes_iof]' });
    await account('off');
    expect(await pix('never')).toMatchObject({ param: 'payment_method_options[pix]' });
    expect((await open()).payment_method_types).toEqual(['card', 'boleto']);
  });

  it('the payments API rejects the refund of a boleto', async () => {
    const session = await open();
    await submit(session, later('boleto'));
    await control(session, 'settle');
    const intent = intentOf(await read(session.id)).id;
    expect((await failureOf(world.stripe.refunds.create({ payment_intent: intent }))).code).toBe('charge_not_refundable');
  });

  it('a payment form that is sent three times at once charges once', async () => {
    const session = await open();
    world.receiver.answerWith(async ({ type }) => {
      if (type === 'checkout.session.completed') await new Promise((resolve) => setTimeout(resolve, 200));
      return 200;
    });
    const answers = await Promise.all([1, 2, 3].map(() => submit(session, card('4242424242424242'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    expect(world.receiver.types().filter((type) => type === 'charge.succeeded')).toHaveLength(1);
  });

  it('a buyer who returns to the page after paying is sent to the shop', async () => {
    const session = await open();
    await submit(session, card('4242424242424242'));
    for (const answer of [await fetch(session.url ?? '', { redirect: 'manual' }), await submit(session, card('4242424242424242'))]) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toContain(session.id);
    }
    expect(world.receiver.types().filter((type) => type === 'charge.succeeded')).toHaveLength(1);
  });

  it('the page of an expired payment session says that it expired, and accepts no payment', async () => {
    const session = await open();
    await submit(session, card('4000000000000002'));
    await control(session, 'expire');
    const answer = await submit(session, card('4242424242424242'));
    expect(answer.status).toBe(410);
    expect(await answer.text()).toContain(`${SHOP}/cancel`);
    expect(intentOf(await read(session.id)).status).toBe('canceled');
    expect(world.receiver.types().slice(-2)).toEqual(['payment_intent.canceled', 'checkout.session.expired']);
  });

  it('a payment session expires at the end of its time', async () => {
    let ahead = 0;
    const later = await startWorld({ now: () => Date.now() + ahead });
    onTestFinished(later.stop);
    const session = await later.stripe.checkout.sessions.create(aSession());
    ahead = 86_401_000;
    expect((await fetch(session.url ?? '')).status).toBe(410);
    expect((await later.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
  });

  it('a session without a price completes without a card', async () => {
    const session = await open({ unitAmount: 0 });
    expect(await (await fetch(session.url ?? '')).text()).toContain('Concluir pedido');
    await submit(session, { email: 'ana@leitores.test' });
    expect(await read(session.id)).toMatchObject({ status: 'complete', payment_status: 'no_payment_required', payment_intent: null });
  });

  it.each([
    ['a real card', { number: '4111 1111 1111 1111' }, 'Cartões de verdade são recusados'],
    ['a card without a number', { number: '' }, 'Use um dos cartões de teste'],
    ['an expiry in the past', { expiry: '01 / 20' }, 'Digite mês e ano no futuro'],
    ['an invalid expiry', { expiry: '13 / 34' }, 'Digite mês e ano no futuro'],
    ['a CVC that is too short', { cvc: '12' }, 'Digite os 3 dígitos'],
    ['no name', { card_name: ' ' }, 'Digite o nome'],
    ['an invalid email address', { email: 'ana' }, 'Digite um e-mail válido'],
    ['a method that is not offered', { method: 'konbini' }, 'Escolha uma forma de pagamento'],
  ])('the hosted page rejects %s next to its field and attempts nothing', async (_what, changes, sentence) => {
    const session = await open();
    const answer = await submit(session, card('4242424242424242', changes));
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page).toContain(sentence);
    expect(page).not.toContain('4111');
    expect(await read(session.id)).toMatchObject({ status: 'open', payment_intent: null });
  });

  it("the hosted page uses the session's language and formats its amount", async () => {
    const portuguese = await (await fetch((await open()).url ?? '')).text();
    expect(portuguese).toContain('<html lang="pt-BR">');
    expect(portuguese.replaceAll('\u00a0', ' ')).toContain('Pagar R$ 59,80');
    const english = await (await fetch((await open({ locale: 'en', currency: 'usd' })).url ?? '')).text();
    expect(english).toContain('<html lang="en">');
    expect(english).toContain('Pay $59.80');
    const auto = await open({ locale: 'auto' });
    expect(await (await fetch(auto.url ?? '', { headers: { 'accept-language': 'pt-BR,pt;q=0.9' } })).text()).toContain('lang="pt-BR"');
  });

  it('the hosted page keeps the address that the shop gave and escapes what it shows', async () => {
    const line = { quantity: 1, price_data: { currency: 'brl', unit_amount: 2990, product_data: { name: '<script>alert(1)</script>' } } };
    const session = await open({ customer_email: 'dona@leitores.test', line_items: [line] });
    const answer = await fetch(session.url ?? '');
    const page = await answer.text();
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).not.toContain('<script');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('content-security-policy')).toContain(`form-action 'self' ${SHOP}`);
    await submit(session, card('4242424242424242', { email: 'outra@leitores.test' }));
    expect((await read(session.id)).customer_details?.email).toBe('dona@leitores.test');
  });

  it('a payment session is found by its payment intent', async () => {
    const session = await open();
    await submit(session, card('4242424242424242'));
    const { id } = intentOf(await read(session.id));
    expect((await world.stripe.checkout.sessions.list({ payment_intent: id })).data.map((found) => found.id)).toEqual([session.id]);
    expect((await world.stripe.paymentIntents.list({ limit: 1 })).data[0]?.id).toBe(id);
  });

  it("the stand-in's own page shows every session and control", async () => {
    const session = await open();
    await submit(session, later('boleto'));
    expect((await fetch(world.url)).headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await (await fetch(world.url)).text();
    expect(page).toContain(`/_local/sessions/${session.id}/settle`);
    const form = await fetch(`${world.url}/_local/sessions/${session.id}/settle`, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'paid' }),
      redirect: 'manual',
    });
    expect(form.headers.get('location')).toBe('/');
    expect((await read(session.id)).payment_status).toBe('paid');
  });
});

describe('a payment frame in the shop’s page', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(async () => {
    await world.stop();
    expect([...world.problems, ...world.receiver.problems], 'what differs from the types of the SDK').toEqual([]);
  });

  const open = () => world.stripe.checkout.sessions.create(aFramedSession());
  const frameOf = ({ client_secret }: Stripe.Checkout.Session) => ({ url: `${world.url}/c/embed/${client_secret}` });
  const policyOf = (answer: Response) => answer.headers.get('content-security-policy');

  it("the frame's script is the release that the installed library expects, which production also loads", async () => {
    const library = readFileSync(new URL(import.meta.resolve('@stripe/stripe-js/dist/pure.mjs')), 'utf8');
    const train = /RELEASE_TRAIN = '(\w+)'/.exec(library)?.[1];
    expect(STRIPE_JS).toBe(`https://js.stripe.com/${train}/stripe.js`);
    const script = await fetch(`${world.url}/${train}/stripe.js`);
    expect(script.headers.get('content-type')).toContain('javascript');
    expect(await script.text()).toContain(`globalThis.Stripe.version = '${train}'`);
  });

  it('the payment frame opens for its client secret only, and only in a frame of the shop', async () => {
    const session = await open();
    const { url } = frameOf(session);
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(policyOf(answer)).toContain(`frame-ancestors ${SHOP}`);
    const text = await answer.text();
    expect(text).toContain(`parent.postMessage(message, "${SHOP}")`);
    expect(text).toContain('data-news="{&quot;type&quot;:&quot;rendered&quot;}"');
    const hosted = await world.stripe.checkout.sessions.create(aSession());
    for (const wrong of [
      `${url}x`,
      `${world.url}/c/embed/${session.id}`,
      `${world.url}/c/pay/${session.id}`,
      `${world.url}/c/embed/${hosted.id}`,
    ]) {
      const refused = await fetch(wrong);
      expect(refused.status, wrong).toBe(404);
      expect(policyOf(refused)).toContain("frame-ancestors 'none'");
    }
  });

  it('the payment frame declines a card, asks for 3-D Secure, is paid, and then tells the page where to go', async () => {
    const session = await open();
    expect(await (await submit(frameOf(session), card('4000000000000002'))).text()).toContain('recusou');
    const challenge = await submit(frameOf(session), card('4000002760003184'));
    expect(challenge.headers.get('location')).toBe(`/c/embed/${session.client_secret}/challenge`);
    const paid = await fetch(`${frameOf(session).url}/challenge`, { method: 'POST', body: new URLSearchParams({ answer: 'pass' }) });
    const told = `data-news="{&quot;type&quot;:&quot;complete&quot;,&quot;returnUrl&quot;:&quot;${SHOP}/success?session_id=${session.id}&quot;}"`;
    expect(await paid.text()).toContain(told);
    expect(await (await fetch(frameOf(session).url)).text()).toContain(told);
    expect((await world.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
  });

  it("the publishable key reads a payment only with this payment's client secret", async () => {
    const session = await open();
    await submit(frameOf(session), card('4242424242424242'));
    const { payment_intent: id } = await world.stripe.checkout.sessions.retrieve(session.id);
    const { client_secret } = await world.stripe.paymentIntents.retrieve(String(id));
    const page = sdkFor(world.url, PUBLISHABLE_KEY, world.problems);
    expect((await page.paymentIntents.retrieve(String(id), { client_secret: String(client_secret) })).id).toBe(id);
    expect(await failureOf(page.paymentIntents.retrieve(String(id)))).toMatchObject({ statusCode: 401 });
    expect(await failureOf(page.paymentIntents.retrieve(String(id), { client_secret: 'x' }))).toMatchObject({ param: 'client_secret' });
    expect(await failureOf(page.checkout.sessions.retrieve(session.id))).toMatchObject({ statusCode: 401 });
  });

  it('the payment frame accepts no payment for an expired session', async () => {
    const session = await open();
    await world.stripe.checkout.sessions.expire(session.id);
    expect((await submit(frameOf(session), card('4242424242424242'))).status).toBe(410);
  });
});

describe('webhooks', () => {
  const pay = async ({ stripe }: World) => {
    const session = await stripe.checkout.sessions.create(aSession());
    await submit(session, card('4242424242424242'));
    return session;
  };

  it('the redirect after a payment waits until the shop answered the event of the completion', async () => {
    const world = await startWorld();
    onTestFinished(world.stop);
    world.receiver.answerWith(async ({ type }) => {
      if (type === 'checkout.session.completed') await new Promise((resolve) => setTimeout(resolve, 300));
      return 200;
    });
    const started = Date.now();
    await pay(world);
    expect(Date.now() - started).toBeGreaterThanOrEqual(300);
  });

  it('a buyer is redirected even if the shop does not answer the event', async () => {
    const world = await startWorld({ holdRedirectMs: 100 });
    onTestFinished(world.stop);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    world.receiver.answerWith(async () => {
      await released;
      return 200;
    });
    const session = await pay(world);
    expect((await world.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
    release();
  });

  it('a webhook event is sent again with the same bytes until the shop answers', async () => {
    const world = await startWorld();
    onTestFinished(world.stop);
    let refusals = 2;
    world.receiver.answerWith(({ type }) => {
      if (type !== 'checkout.session.completed' || refusals === 0) return 200;
      refusals -= 1;
      return 500;
    });
    const session = await pay(world);
    const completions = () => world.receiver.received.filter(({ type }) => type === 'checkout.session.completed');
    await eventually(() => completions().length === 3);
    expect(new Set(completions().map(({ id }) => id)).size).toBe(1);
    expect(completions()[0]?.raw).toContain('\n  "object": "event"');
    await eventually(() => world.receiver.received.length > 0);
    const delivered = async () => (await world.stripe.events.list({ delivery_success: true, type: 'checkout.session.completed' })).data;
    for (let tries = 0; tries < 100 && (await delivered()).length === 0; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await delivered()).toHaveLength(1);
    const log = await (await fetch(`${world.url}/_local/deliveries?session=${session.id}&type=checkout.session.completed`)).json();
    expect(log).toMatchObject([{ state: 'delivered', attempts: [{ status: 500 }, { status: 500 }, { status: 200 }] }]);
  });

  it('a webhook event is given up after the last retry, and can be sent again on demand', async () => {
    const world = await startWorld();
    onTestFinished(world.stop);
    world.receiver.answerWith(() => 503);
    const session = await pay(world);
    const log = async () =>
      (await (await fetch(`${world.url}/_local/deliveries?session=${session.id}&type=charge.succeeded`)).json()) as {
        id: string;
        state: string;
      }[];
    for (let tries = 0; tries < 100 && (await log())[0]?.state !== 'failed'; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const [failed] = await log();
    expect(failed?.state).toBe('failed');
    expect((await world.stripe.events.list({ delivery_success: false, types: ['charge.succeeded'] })).data).toHaveLength(1);

    world.receiver.answerWith(() => 200);
    const resent = await post(`${world.url}/_local/events/${failed?.id}/resend`);
    expect(await resent.json()).toMatchObject({ state: 'delivered' });
    expect((await world.stripe.events.retrieve(failed?.id ?? '')).pending_webhooks).toBe(0);
  });

  it('events wait while deliveries are paused, and none is lost', async () => {
    const world = await startWorld();
    onTestFinished(world.stop);
    await post(`${world.url}/_local/webhooks/pause`);
    await pay(world);
    expect(world.receiver.received).toEqual([]);
    await post(`${world.url}/_local/webhooks/resume`);
    await eventually(() => world.receiver.types().includes('checkout.session.completed'));
    expect(world.receiver.received).toHaveLength(4);
  });

  it("only the shop's secret verifies an event, and an old timestamp is rejected", async () => {
    const world = await startWorld({ now: () => Date.now() - 600_000 });
    onTestFinished(world.stop);
    await pay(world);
    expect(world.receiver.received, 'ten minutes old').toEqual([]);
    const { url } = world.receiver;
    const forged = await startWorld({ webhook: { url, secret: 'whsec_other' } });
    onTestFinished(forged.stop);
    await pay(forged);
    expect(world.receiver.received, 'signed by another key').toEqual([]);
  });
});

describe('the stored state of the payments stand-in', () => {
  const root = mkdtempSync(join(tmpdir(), 'semente-payments-'));
  let dir = root;
  beforeEach(() => {
    dir = mkdtempSync(join(root, 'state-'));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('the payments stand-in keeps everything over a restart and continues its deliveries', async () => {
    const statePath = join(dir, 'payments.jsonl');
    const before = await startWorld({ statePath, retryDelaysMs: [60_000] });
    before.receiver.answerWith(() => 500);
    const key = crypto.randomUUID();
    const session = await before.stripe.checkout.sessions.create(aSession(), { idempotencyKey: key });
    await submit(session, card('4242424242424242'));
    const paid = await before.stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items', 'payment_intent.latest_charge'] });
    await before.stop();
    expect(statSync(statePath).mode & 0o077).toBe(0);

    let ahead = 0;
    const after = await startWorld({ statePath, now: () => Date.now() + ahead });
    onTestFinished(after.stop);
    const again = await after.stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items', 'payment_intent.latest_charge'] });
    expect(JSON.stringify(again)).toBe(JSON.stringify(paid));
    expect((await after.stripe.checkout.sessions.create(aSession(), { idempotencyKey: key })).id).toBe(session.id);

    ahead = 61_000;
    await post(`${after.url}/_local/webhooks/resume`);
    await eventually(() => after.receiver.types().includes('checkout.session.completed'));
  });

  it('the payments stand-in forgets its state on request, with keys, faults and pending deliveries', async () => {
    const statePath = join(dir, 'payments.jsonl');
    const world = await startWorld({ statePath, retryDelaysMs: [50, 50] });
    onTestFinished(world.stop);
    world.receiver.answerWith(() => 500);
    const key = crypto.randomUUID();
    const session = await world.stripe.checkout.sessions.create(aSession(), { idempotencyKey: key });
    await submit(session, card('4242424242424242'));
    await post(`${world.url}/_local/faults`, { status: null, count: 9, delayMs: 200 });
    const late = world.stripe.checkout.sessions.create(aSession());
    const faults = async (): Promise<{ count: number }[]> => (await fetch(`${world.url}/_local/faults`)).json();
    await vi.waitUntil(async () => (await faults())[0]?.count === 8);

    expect((await fetch(`${world.url}/_local/state`, { method: 'DELETE' })).status).toBe(204);
    const sent = world.receiver.types().length;
    await late;
    expect(existsSync(statePath)).toBe(false);
    expect(await (await fetch(`${world.url}/_local/sessions`)).json()).toEqual([]);
    expect((await failureOf(world.stripe.checkout.sessions.retrieve(session.id))).code).toBe('resource_missing');
    expect((await world.stripe.checkout.sessions.create(aSession(), { idempotencyKey: key })).id).not.toBe(session.id);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(world.receiver.types()).toHaveLength(sent);
  });

  it('the payments stand-in starts after a line that a crash cut off', async () => {
    const statePath = join(dir, 'payments.jsonl');
    const before = await startWorld({ statePath });
    const session = await before.stripe.checkout.sessions.create(aSession());
    await before.stop();
    appendFileSync(statePath, '["sessions",{"id":"cs_test_hal');
    for (let start = 0; start < 2; start += 1) {
      const after = await startWorld({ statePath });
      expect((await after.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
      await after.stripe.checkout.sessions.create(aSession());
      await after.stop();
    }
  });

  it('the payments stand-in survives being killed as a process, and rejects production and live keys', async () => {
    const { payments: port } = await freePorts();
    const url = `http://127.0.0.1:${port}`;
    const main = fileURLToPath(new URL('../../../api/local/payments/main.ts', import.meta.url));
    const variables = {
      PATH: process.env.PATH ?? '',
      PAYMENTS_PORT: String(port),
      STATE_DIR: dir,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      WEBHOOK_URL: 'http://127.0.0.1:9/',
      PUBLIC_URL: url,
    };
    const run = (changes: Record<string, string> = {}) =>
      spawn(process.execPath, [main], { env: { ...variables, ...changes }, stdio: 'pipe' });
    const isUp = async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.ok === true;
    const started = async () => {
      const child = run();
      for (let tries = 0; tries < 600 && !(await isUp()); tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await isUp()).toBe(true);
      return child;
    };
    for (const changes of [{ NODE_ENV: 'production' }, { STRIPE_SECRET_KEY: 'sk_live_secret' }]) {
      const refused = run(changes);
      let words = '';
      refused.stderr.on('data', (chunk) => {
        words += chunk;
      });
      const [code] = await once(refused, 'exit');
      expect(code).toBe(1);
      expect(words).not.toContain('sk_live_secret');
      expect(words).toMatch(/production|sk_test_/);
    }

    const first = await started();
    const stripe = sdkFor(url, SECRET_KEY, []);
    const session = await stripe.checkout.sessions.create(aSession());
    first.kill('SIGKILL');
    await once(first, 'exit');

    const second = await started();
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    second.kill('SIGTERM');
    const [code] = await once(second, 'exit');
    expect(code).toBe(0);
    // The test runs four processes one after the other.
  }, 90_000);
});

describe('payments of the past', () => {
  it('past payments are inserted only once, and can be refunded like other payments', async () => {
    const world = await startWorld();
    onTestFinished(world.stop);
    const created = Math.floor(Date.now() / 1000) - 90 * 86_400;
    const lines = [{ name: 'Jardins do Sul', unitAmount: 2990, quantity: 2 }];
    const buyer = { currency: 'BRL', email: 'ana@leitores.test', name: 'Ana Lima', created, lines };
    const payments = [
      { session: 'cs_test_demo_1', paymentIntent: 'pi_demo_one', ...buyer },
      { session: 'cs_test_demo_2', ...buyer, refunded: { amount: 1000, created: created + 60 } },
      { session: 'cs_test_demo_3', ...buyer, disputed: { status: 'lost', created: created + 60 } },
    ];
    expect(await (await post(`${world.url}/_local/seed`, { payments })).json()).toEqual({ inserted: 3, known: 0 });
    expect(await (await post(`${world.url}/_local/seed`, { payments })).json()).toEqual({ inserted: 0, known: 3 });

    const session = await world.stripe.checkout.sessions.retrieve('cs_test_demo_1', {
      expand: ['line_items', 'payment_intent.latest_charge'],
    });
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      amount_total: 5980,
      created,
      payment_intent: { id: 'pi_demo_one' },
    });
    expect((await world.stripe.refunds.create({ payment_intent: 'pi_demo_one' })).amount).toBe(5980);
    expect((await world.stripe.refunds.create({ payment_intent: 'pi_demo_2' })).amount).toBe(4980);
    expect((await failureOf(world.stripe.refunds.create({ payment_intent: 'pi_demo_3' }))).code).toBe('charge_disputed');
    expect(world.receiver.types()).not.toContain('checkout.session.completed');
    expect(world.problems).toEqual([]);
  });

  it('the balance has an entry for each movement, with its source on request, and pays out what is available', async () => {
    const world = await startWorld();
    onTestFinished(world.stop);
    const DAY = 86_400;
    const created = Math.floor(Date.now() / 1000) - 30 * DAY;
    const buyer = { currency: 'BRL', email: 'ana@leitores.test', name: 'Ana Lima', created, lines: [{ name: 'A', unitAmount: 10_000 }] };
    const payments = [
      { session: 'cs_test_demo_1', ...buyer, refunded: { amount: 1000, created: created + 60 } },
      { session: 'cs_test_demo_2', ...buyer, disputed: { status: 'won', created: created + 120 } },
      { session: 'cs_test_demo_3', ...buyer, currency: 'USD' },
    ];
    const paidOutAt = created + 10 * DAY;
    await post(`${world.url}/_local/seed`, { payments, payoutsAt: [paidOutAt, paidOutAt] });
    const { payouts, balanceTransactions } = world.stripe;
    const found = await balanceTransactions.list({ currency: 'brl', expand: ['data.source'] });
    expect(found.data.map(({ type, reporting_category: category, amount, fee }) => [type, category, amount, fee])).toEqual([
      ['payout', 'payout', -12_624, 0],
      ['adjustment', 'dispute_reversal', 10_000, 0],
      ['adjustment', 'dispute', -10_000, 5_500],
      ['refund', 'refund', -1_000, 0],
      ['charge', 'charge', 10_000, 438],
      ['charge', 'charge', 10_000, 438],
    ]);
    expect(found.data.map(({ source }) => typeof source === 'object' && source?.object)).toEqual([
      'payout',
      'dispute',
      'dispute',
      'refund',
      'charge',
      'charge',
    ]);
    expect((await balanceTransactions.list({ type: 'payout' })).data).toHaveLength(2);
    const [first] = (await balanceTransactions.list({ limit: 1 })).data;
    const walked = await balanceTransactions.list({ limit: 2, starting_after: first?.id ?? '' }).autoPagingToArray({ limit: 100 });
    expect(walked).toHaveLength(7);
    expect((await balanceTransactions.list({ created: { lt: created + 100 } })).data).toHaveLength(4);

    const [dollars, reais] = (await payouts.list()).data;
    expect([dollars?.amount, dollars?.currency, reais?.amount, reais?.currency]).toEqual([9_562, 'usd', 12_624, 'brl']);
    expect(reais).toMatchObject({ status: 'paid', arrival_date: paidOutAt + DAY });
    expect((await payouts.list({ status: 'in_transit' })).data).toEqual([]);
    expect(await failureOf(payouts.list({ status: 'lost' }))).toMatchObject({ statusCode: 400, param: 'status' });
    await post(`${world.url}/_local/payouts/${reais?.id}/fail`);
    expect(await payouts.retrieve(reais?.id ?? '')).toMatchObject({ status: 'failed', failure_code: 'account_closed' });
    // The refunded amount is available at once and is paid out again.
    expect(await (await post(`${world.url}/_local/payouts`)).json()).toMatchObject([
      { amount: 12_624, currency: 'brl', status: 'pending' },
    ]);
    expect(await failureOf(balanceTransactions.list({ payout: reais?.id ?? '' }))).toMatchObject({ param: 'payout' });
    expect(world.problems).toEqual([]);
  });

  it('the payments stand-in rejects a past payment that it cannot read', async () => {
    const world = await startWorld();
    onTestFinished(world.stop);
    const answer = await post(`${world.url}/_local/seed`, { payments: [{ session: 'elsewhere' }] });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('payments.0.session');
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { LOOPBACK, listen } from '../stand-in.ts';
import { current } from './checkout/pay.ts';
import { createControls } from './controls/controls.ts';
import { RELEASE_TRAIN } from './embedded/release-train.ts';
import { STRIPE_JS } from './embedded/stripe-js.ts';
import { createHostedPages } from './hosted/hosted.ts';
import { createApi } from './http/api.ts';
import { createFaults } from './http/faults.ts';
import { guardLocal } from './http/guard.ts';
import type { Local } from './local.ts';
import type { LocalStripeOptions } from './options.ts';
import { prepareChecks } from './schema/schema.ts';
import { openStore } from './store/store.ts';
import { createEmit } from './webhooks/events.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

const SWEEP_MS = 5_000;
const LONGEST_ANSWER_MS = 3_000;

export type LocalStripe = {
  /** Listens on loopback and continues the deliveries of an earlier process. Returns the URL. */
  listen: (port: number) => Promise<string>;
  /** Finishes running requests, stops deliveries and saves the state. */
  close: () => Promise<void>;
};

/** Opens the account with its stored state from the file in `options`. */
function openAccount(options: LocalStripeOptions, forget: () => Promise<void>) {
  const store = openStore(options.statePath);
  const webhooks = createWebhooks(store, options);
  const emit = createEmit(store, webhooks, options);
  const now = options.now ?? Date.now;
  const local: Local = { options, store, webhooks, emit, account: { pix: 'on' }, seconds: () => Math.floor(now() / 1000), forget };
  const faults = createFaults();

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(guardLocal(options.publicUrl));
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get(`/${RELEASE_TRAIN}/stripe.js`, (c) =>
    c.body(STRIPE_JS, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
    }),
  );
  app.route('/c', createHostedPages(local));
  app.route('/', createControls(local, faults));
  app.route('/', createApi(local, faults));

  const sweep = setInterval(() => {
    for (const session of store.sessions.values()) current(local, session);
  }, SWEEP_MS);
  sweep.unref();

  return {
    fetch: app.fetch,
    start: webhooks.start,
    stop: async () => {
      clearInterval(sweep);
      await webhooks.stop();
    },
    save: store.save,
    remove: store.remove,
  };
}

/**
 * Creates the part of Stripe that the shop uses, on this machine: API, hosted page, embedded page with its script, signed webhooks, and
 * state on disk. No money moves. Every response and event is checked against the SDK's types. Error messages, timing and the order of
 * events follow Stripe's documentation, and only the contract suite against a sandbox (STRIPE_TEST_SECRET_KEY) can prove those. Throws for
 * a key that is not a test key.
 */
export function createLocalStripe(options: LocalStripeOptions): LocalStripe {
  if (!options.secretKey.startsWith('sk_test_')) throw new Error('the local Stripe takes only sk_test_ keys');
  let forgotten = Promise.resolve();
  let account = openAccount(options, forget);
  async function openAnother(): Promise<void> {
    await account.stop();
    account.remove();
    account = openAccount(options, forget);
    account.start();
  }
  // Resets run one after another, because each reset ends the current account.
  function forget(): Promise<void> {
    forgotten = forgotten.then(openAnother);
    return forgotten;
  }
  const server = createServer(getRequestListener((request, bindings) => account.fetch(request, bindings)));

  return {
    listen: async (port) => {
      prepareChecks();
      await listen(server, port);
      account.start();
      return `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
    },
    close: async () => {
      await account.stop();
      if (server.listening) await closeServer(server);
      account.save();
    },
  };
}

/** Lets running requests finish, but not for longer than the process that stops us waits. */
async function closeServer(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), LONGEST_ANSWER_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}

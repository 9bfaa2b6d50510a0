import { setTimeout as sleep } from 'node:timers/promises';
import { type Currency, soldByDefault } from '@site/shared/money/currencies.ts';
import { paths } from '@site/shared/paths/paths.ts';
import Stripe from 'stripe';
import { createPayments } from '../gateways/stripe/payments.ts';
import { PIX_TERMS } from '../resources/money/checkout/session-params.ts';
import { PAYMENT_EVENTS } from '../resources/money/payments/payment-events.ts';
import { getContent } from '../resources/site/content/content.service.ts';
import { ask, type Check, Fault, Inapplicable, isLoopback, requirePublic } from './check.ts';
import type { Installation } from './installation.ts';

const WEBHOOK_PATH = '/api/webhooks/stripe';
/** An amount in minor units. It is above the minimum of every payment method that the shop may offer. */
const AMOUNT = 1_000;
/** Stripe requires at least 30 minutes. */
const OPEN_FOR_S = 35 * 60;
const ASK_EVERY_MS = 500;
const LONG_AGO_S = 60;
/** If the key lacks this permission, selling and delivering works, but fees stay unknown. */
const FEES = 'Balance: read';
/** If the key lacks this permission, the owner sees no payouts. */
const PAYOUTS = 'Payouts: read';
/** An event type that the site ignores. */
const IDLE_EVENT = 'test_helpers.test_clock.ready';

const modeOf = (key: string): string => (key.includes('_live_') ? 'live' : 'test');
/** Returns whether Stripe reports that the object does not exist. This proves that the key has the permission for the call. */
const isMissing = (error: unknown) => error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Checks the Stripe account: keys, permissions, a payment page in each currency, and the webhook. */
export async function paymentsChecks(site: Installation): Promise<Check[]> {
  const stripe = (secretKey = site.need('STRIPE_SECRET_KEY').STRIPE_SECRET_KEY) => {
    const { STRIPE_WEBHOOK_SECRET = '', STRIPE_API_URL } = site.env;
    return createPayments({ secretKey, webhookSecret: STRIPE_WEBHOOK_SECRET, apiUrl: STRIPE_API_URL }).stripe;
  };
  /** Throws `Inapplicable` when buyers pay on Stripe's page. */
  const needEmbeddedKey = async () => {
    const key = await site.embeddedKey();
    if (key === null) throw new Inapplicable('hosted_page', paths.checkout.href());
    return key;
  };
  /** The pages that were opened, to find the events of their expiry. */
  const opened: string[] = [];

  const permissions: Record<string, () => Promise<unknown>> = {
    'PaymentIntents: read': () => stripe().paymentIntents.list({ limit: 1 }),
    'Charges: read': () => stripe().charges.retrieve('ch_doctor'),
    'Disputes: read': () => stripe().disputes.list({ limit: 1 }),
    'Events: read': () => stripe().events.list({ limit: 1 }),
    'Refunds: read': () => stripe().refunds.list({ limit: 1 }),
    'Refunds: write': () => stripe().refunds.create({ payment_intent: 'pi_doctor' }),
    'Webhook Endpoints: read': () => stripe().webhookEndpoints.list({ limit: 1 }),
    [FEES]: () => stripe().balanceTransactions.list({ limit: 1, expand: ['data.source'] }),
    [PAYOUTS]: () => stripe().payouts.list({ limit: 1 }),
  };

  /** Opens a payment page and closes it again. Returns the payment methods that it offers. */
  const openPage = async (
    currency: Currency,
    options: Stripe.Checkout.SessionCreateParams.PaymentMethodOptions = {},
  ): Promise<string[]> => {
    const { SITE_URL } = site.need('SITE_URL');
    const { checkout } = stripe();
    const session = await checkout.sessions.create({
      mode: 'payment',
      locale: 'pt-BR',
      adaptive_pricing: { enabled: false },
      payment_method_options: options,
      success_url: `${SITE_URL}${paths.success.href()}`,
      cancel_url: `${SITE_URL}${paths.cancel.href()}`,
      expires_at: Math.floor(Date.now() / 1_000) + OPEN_FOR_S,
      line_items: [
        {
          quantity: 1,
          price_data: { currency: currency.toLowerCase(), unit_amount: AMOUNT, product_data: { name: 'npm run doctor' } },
        },
      ],
    });
    await checkout.sessions.expire(session.id);
    opened.push(session.id);
    return session.payment_method_types ?? [];
  };

  const send = async (headers: Record<string, string>, body: string) =>
    (await ask(`${site.need('SITE_URL').SITE_URL}${WEBHOOK_PATH}`, { method: 'POST', body, headers })).status;

  return [
    {
      id: 'payments.mode',
      test: async () => {
        const secret = modeOf(site.need('STRIPE_SECRET_KEY').STRIPE_SECRET_KEY);
        const publishable = site.others.STRIPE_PUBLISHABLE_KEY ?? (await site.embeddedKey());
        // Without a publishable key buyers pay on Stripe's page. The site must then announce the same mode as the secret key.
        const shown = publishable ? modeOf(publishable) : (await site.published()).isTestMode ? 'test' : 'live';
        if (secret !== shown) throw new Fault(`${secret} ≠ ${shown}`);
        return secret;
      },
    },
    {
      id: 'payments.account',
      after: 'payments.mode',
      test: async () => {
        const key = await needEmbeddedKey();
        // The publishable key reads a payment by its client secret. Stripe refuses that if the payment belongs to another account. If the
        // secret key may not list payments, the check of permissions reports that.
        const { data } = await stripe()
          .paymentIntents.list({ limit: 1 })
          .catch(() => ({ data: [] }));
        const [last] = data;
        if (!last?.client_secret) throw new Inapplicable('no_payment', modeOf(key));
        await stripe(key)
          .paymentIntents.retrieve(last.id, { client_secret: last.client_secret })
          .catch((error) => {
            throw new Fault(error instanceof Error ? error.message : String(error));
          });
        return undefined;
      },
    },
    {
      id: 'payments.domain',
      isAdvice: true,
      test: async () => {
        const { SITE_URL } = site.need('SITE_URL');
        requirePublic(SITE_URL);
        await needEmbeddedKey();
        const { hostname } = new URL(SITE_URL);
        const [domain] = (await stripe().paymentMethodDomains.list({ domain_name: hostname, limit: 1 })).data;
        if (!domain?.enabled) throw new Fault(`${hostname} ${domain ? 'disabled' : '∅'}`);
        const idle = (['apple_pay', 'google_pay'] as const).filter((wallet) => domain[wallet].status !== 'active');
        if (idle.length > 0) throw new Fault(`${hostname}: ${idle.join(', ')} inactive`);
        return hostname;
      },
    },
    {
      id: 'payments.live',
      isAdvice: true,
      test: () => {
        const { STRIPE_SECRET_KEY } = site.need('STRIPE_SECRET_KEY');
        if (site.env.STRIPE_API_URL) throw new Inapplicable('stand_in', new URL(site.env.STRIPE_API_URL).host);
        if (modeOf(STRIPE_SECRET_KEY) !== 'live') throw new Fault(`${STRIPE_SECRET_KEY.slice(0, 8)}…`);
        return undefined;
      },
    },
    ...Object.entries(permissions).map(
      ([about, attempt]): Check => ({
        id: 'payments.permission',
        about,
        isAdvice: about === FEES || about === PAYOUTS,
        test: async () => {
          await attempt().catch((error) => {
            if (!isMissing(error)) throw new Fault(error instanceof Error ? error.message : String(error));
          });
          return undefined;
        },
      }),
    ),
    ...(await soldCurrencies(site)).map(
      (currency): Check => ({
        id: 'payments.session',
        about: currency,
        test: async () => (await openPage(currency)).join(', '),
      }),
    ),
    {
      id: 'payments.pix',
      isAdvice: true,
      test: async () => {
        if (!(await soldCurrencies(site)).includes('BRL')) throw new Inapplicable('no_reais', 'BRL');
        const methods = await openPage('BRL', PIX_TERMS).catch((error) => {
          throw new Fault(error instanceof Error ? error.message : String(error));
        });
        if (!methods.includes('pix')) throw new Fault(methods.join(', '));
        return undefined;
      },
    },
    {
      id: 'payments.webhook',
      test: async () => {
        const right = `${site.need('SITE_URL').SITE_URL}${WEBHOOK_PATH}`;
        const endpoints = (await stripe().webhookEndpoints.list({ limit: 100 })).data;
        const ours = endpoints.filter(({ url, status }) => status === 'enabled' && leadsTo(right, url));
        if (ours.length === 0) throw new Fault(`${endpoints.map(({ url, status }) => `${url} (${status})`).join(', ') || '∅'} ≠ ${right}`);
        const events = new Set(ours.flatMap((endpoint) => endpoint.enabled_events));
        const missing = events.has('*') ? [] : PAYMENT_EVENTS.filter((event) => !events.has(event));
        if (missing.length > 0) throw new Fault(`− ${missing.join(', ')}`);
        return undefined;
      },
    },
    {
      id: 'payments.signed',
      test: async () => {
        const { STRIPE_WEBHOOK_SECRET: secret } = site.need('STRIPE_WEBHOOK_SECRET');
        const payload = JSON.stringify({ id: 'evt_doctor', object: 'event', type: IDLE_EVENT, data: { object: {} } });
        const signature = await stripe().webhooks.generateTestHeaderStringAsync({ payload, secret });
        const status = await send({ 'stripe-signature': signature, 'content-type': 'application/json' }, payload);
        if (status !== 200) throw new Fault(String(status));
        return undefined;
      },
    },
    {
      id: 'payments.unsigned',
      test: async () => {
        const status = await send({ 'content-type': 'application/json' }, '{}');
        if (status !== 400) throw new Fault(String(status));
        return undefined;
      },
    },
    {
      id: 'payments.delivery',
      isAdvice: true,
      after: 'payments.session',
      test: async () => {
        const since = Math.floor(Date.now() / 1_000) - LONG_AGO_S;
        const end = Date.now() + site.patienceMs;
        for (;;) {
          const { data } = await stripe().events.list({ type: 'checkout.session.expired', created: { gte: since }, limit: 100 });
          const ours = data.filter(({ data: { object } }) => 'id' in object && opened.includes(String(object.id)));
          const waiting = ours.reduce((sum, event) => sum + event.pending_webhooks, 0);
          if (ours.length === opened.length && waiting === 0) return undefined;
          if (Date.now() + ASK_EVERY_MS > end) throw new Fault(`pending_webhooks: ${waiting}`);
          await sleep(ASK_EVERY_MS);
        }
      },
    },
  ];
}

/** Returns the currencies of the shop, or those of a new shop when the database is unavailable. */
async function soldCurrencies(site: Installation): Promise<readonly Currency[]> {
  try {
    return (await getContent(site.contentDeps(), 'currencies')).currencies.sold;
  } catch {
    return soldByDefault();
  }
}

/** Returns whether a webhook URL leads to the site. On a local machine, events may also go directly to the API. */
const leadsTo = (right: string, url: string): boolean =>
  url === right || (isLoopback(right) && URL.canParse(url) && isLoopback(url) && new URL(url).pathname === WEBHOOK_PATH);

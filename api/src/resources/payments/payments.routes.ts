import type { Hono } from 'hono';
import type Stripe from 'stripe';
import { AppError } from '../../base/app-error.ts';
import type { Caller } from '../../platform/auth.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { confirmPurchase } from './payments.service.ts';

export const paymentsRoutes = (handleEvent: (event: Stripe.Event) => Promise<void>): Hono<ApiEnv> =>
  newRouter()
    .post('/api/webhooks/stripe', async (c) => {
      const event = await c.get('deps').payments.eventOf(await c.req.text(), c.req.header('stripe-signature'));
      await handleEvent(event);
      return c.json({ received: true });
    })
    .post('/send-purchase-email', async (c) => {
      const deps = c.get('deps');
      const caller: Caller | undefined = c.get('caller');
      const request = await bodyOf(c, 'POST /send-purchase-email');
      if (!caller && !request.guest) throw new AppError('unauthenticated');
      await limitUse(deps, 'purchase_email', { person: caller?.uid ?? request.sessionId, address: addressOf(c) });
      return c.json(await confirmPurchase(deps, caller?.uid ?? null, request));
    });

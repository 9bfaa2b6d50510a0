import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { startCheckout } from './checkout.service.ts';

export const checkoutRoutes = (): Hono<ApiEnv> =>
  newRouter().post('/api/create-checkout-session', async (c) => {
    const deps = c.get('deps');
    const caller = c.get('caller');
    const request = await bodyOf(c, 'POST /api/create-checkout-session');
    await limitUse(deps, 'checkout', { person: caller.uid, address: addressOf(c) });
    return c.json(await startCheckout(deps, caller, request));
  });

import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { getKeptCart, saveKeptCart } from './kept-cart.service.ts';

export const keptCartRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/me/cart', async (c) => c.json(await getKeptCart(c.get('deps'), c.get('caller').uid)))
    .put('/api/me/cart', async (c) => {
      const cart = await bodyOf(c, 'PUT /api/me/cart');
      const deps = c.get('deps');
      const { uid } = c.get('caller');
      await limitUse(deps, 'kept_cart', { person: uid, address: addressOf(c) });
      return c.json(await saveKeptCart(deps, uid, cart));
    });

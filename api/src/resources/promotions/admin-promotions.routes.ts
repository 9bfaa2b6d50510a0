import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { bodyOf, newRouter, queryOf } from '../../platform/http.ts';
import { pageStartOf } from '../../platform/page.ts';
import { archivePromotion, listBundles, listCoupons, saveBundle, saveCoupon } from './admin-promotions.service.ts';

/** Coupons and bundles, as the owner keeps them. */
export const adminPromotionsRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/coupons', async (c) => {
      const { state, ...page } = queryOf(c, 'GET /api/admin/coupons');
      return c.json(await listCoupons(c.get('deps'), state === 'archived', pageStartOf(page, 'uuid')));
    })
    .post('/api/admin/coupons', async (c) => {
      const { code, terms } = await bodyOf(c, 'POST /api/admin/coupons');
      return c.json(await saveCoupon(c.get('deps'), actorOf(c), null, code, terms));
    })
    .put('/api/admin/coupons/:id', async (c) => {
      const { revision, terms } = await bodyOf(c, 'PUT /api/admin/coupons/:id');
      return c.json(await saveCoupon(c.get('deps'), actorOf(c), { id: c.req.param('id'), revision }, null, terms));
    })
    .get('/api/admin/bundles', async (c) => {
      const { state } = queryOf(c, 'GET /api/admin/bundles');
      return c.json(await listBundles(c.get('deps'), state === 'archived'));
    })
    .post('/api/admin/bundles', async (c) => {
      const { terms } = await bodyOf(c, 'POST /api/admin/bundles');
      return c.json(await saveBundle(c.get('deps'), actorOf(c), null, terms));
    })
    .put('/api/admin/bundles/:id', async (c) => {
      const { revision, terms } = await bodyOf(c, 'PUT /api/admin/bundles/:id');
      return c.json(await saveBundle(c.get('deps'), actorOf(c), { id: c.req.param('id'), revision }, terms));
    })
    .delete('/api/admin/promotions/:id', async (c) => {
      await archivePromotion(c.get('deps'), actorOf(c), c.req.param('id'));
      return c.json(null);
    });

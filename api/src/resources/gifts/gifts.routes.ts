import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter } from '../../platform/http.ts';
import { mailboxOf } from '../../platform/mailbox.ts';
import { giveBackUse, limitUse } from '../../platform/rate-limit.ts';
import { claimGift, closeGift, keepGift, listAdminGifts, listGifts, openGift, renewGift, resendGift, sendGift } from './gifts.service.ts';

export const giftsRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/me/orders/:id/gifts', async (c) => c.json(await listGifts(c.get('deps'), c.get('caller').uid, c.req.param('id'))))
    .put('/api/me/orders/:id/gifts/:giftId', async (c) => {
      const deps = c.get('deps');
      const { uid } = c.get('caller');
      const letter = await bodyOf(c, 'PUT /api/me/orders/:id/gifts/:giftId');
      const send = () => sendGift(deps, uid, c.req.param('id'), c.req.param('giftId'), letter);
      if (letter.email === null) return c.json(await send());
      const address = addressOf(c);
      await limitUse(deps, 'gift_letter', { person: uid, address });
      const mailbox = { person: mailboxOf(letter.email), address };
      await limitUse(deps, 'gift_mailbox', mailbox);
      try {
        return c.json(await send());
      } catch (error) {
        // A refused letter leaves the mailbox's share to other senders.
        await giveBackUse(deps, 'gift_mailbox', mailbox);
        throw error;
      }
    })
    .post('/api/me/orders/:id/gifts/:giftId/link', async (c) =>
      c.json(await renewGift(c.get('deps'), c.get('caller').uid, c.req.param('id'), c.req.param('giftId'))),
    )
    .post('/api/me/orders/:id/gifts/:giftId/own', async (c) =>
      c.json(await keepGift(c.get('deps'), c.get('caller'), c.req.param('id'), c.req.param('giftId'))),
    )
    .post('/api/gifts/:id', async (c) => {
      const deps = c.get('deps');
      const { key } = await bodyOf(c, 'POST /api/gifts/:id');
      const address = addressOf(c);
      await limitUse(deps, 'gift', { address });
      return c.json(await openGift(deps, c.req.param('id'), key, address));
    })
    .post('/api/gifts/:id/claim', async (c) => {
      const deps = c.get('deps');
      const caller = c.get('caller');
      const giftId = c.req.param('id');
      const { key, showsName } = await bodyOf(c, 'POST /api/gifts/:id/claim');
      const address = addressOf(c);
      await limitUse(deps, 'gift', { address });
      const claimed = await claimGift(deps, caller, { giftId, key, showsName, address });
      deps.log.info({ uid: caller.uid, giftId, outcome: claimed.outcome }, 'gift claimed');
      return c.json(claimed);
    })
    .get('/api/admin/orders/:id/gifts', async (c) => c.json(await listAdminGifts(c.get('deps'), c.req.param('id'))))
    .post('/api/admin/orders/:id/gifts/:giftId/email', async (c) =>
      c.json(await resendGift(c.get('deps'), actorOf(c), c.req.param('id'), c.req.param('giftId'))),
    )
    .post('/api/admin/orders/:id/gifts/:giftId/closing', async (c) =>
      c.json(await closeGift(c.get('deps'), actorOf(c), c.req.param('id'), c.req.param('giftId'))),
    );

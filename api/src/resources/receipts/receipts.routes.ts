import { ReceiptExportQuerySchema } from '@site/shared/contracts/receipts.ts';
import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import { csvHeaders } from '../../platform/csv.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { accept, addressOf, bodyOf, newRouter } from '../../platform/http.ts';
import { mailboxOf } from '../../platform/mailbox.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { guestBuyerKey } from '../orders/guest-key.ts';
import { receiptFileTexts } from './receipt-file.ts';
import { changeReceiptBuyer, exportReceipts, getReceiptBuyer, replaceReceipt, saveReceiptBuyer } from './receipts.service.ts';

export const receiptsRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/me/receipt-buyer', async (c) => c.json(await getReceiptBuyer(c.get('deps'), c.get('caller').uid)))
    .put('/api/me/receipt-buyer', async (c) => {
      const deps = c.get('deps');
      const { uid } = c.get('caller');
      const buyer = await bodyOf(c, 'PUT /api/me/receipt-buyer');
      await limitUse(deps, 'receipt_buyer', { person: uid, address: addressOf(c) });
      return c.json(await saveReceiptBuyer(deps, uid, buyer));
    })
    .put('/api/guest-receipt-buyer', async (c) => {
      const deps = c.get('deps');
      const { guest, ...buyer } = await bodyOf(c, 'PUT /api/guest-receipt-buyer');
      await limitUse(deps, 'guest_receipt_buyer', { mailbox: mailboxOf(guest.email), address: addressOf(c) });
      return c.json(await saveReceiptBuyer(deps, guestBuyerKey(guest), buyer));
    })
    .put('/api/me/orders/:id/receipt-buyer', async (c) => {
      const deps = c.get('deps');
      const { uid } = c.get('caller');
      const buyer = await bodyOf(c, 'PUT /api/me/orders/:id/receipt-buyer');
      await limitUse(deps, 'receipt_buyer', { person: uid, address: addressOf(c) });
      return c.json(await changeReceiptBuyer(deps, uid, c.req.param('id'), buyer));
    })
    .post('/api/admin/orders/:id/receipts', async (c) => {
      const wish = await bodyOf(c, 'POST /api/admin/orders/:id/receipts');
      return c.json(await replaceReceipt(c.get('deps'), actorOf(c), c.req.param('id'), wish));
    })
    .get('/api/admin/receipts.csv', (c) => {
      const { locale, ...days } = accept(ReceiptExportQuerySchema, c.req.query());
      const deps = c.get('deps');
      const day = new Date(deps.clock()).toISOString().slice(0, 10);
      return c.body(exportReceipts(deps, days, locale), 200, csvHeaders(`${receiptFileTexts[locale].filename}-${day}.csv`));
    });

import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter } from '../../platform/http.ts';
import { mailboxOf } from '../../platform/mailbox.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { saveContactMessage } from './contact.service.ts';

export const contactRoutes = (): Hono<ApiEnv> =>
  newRouter().post('/api/contact', async (c) => {
    const deps = c.get('deps');
    const message = await bodyOf(c, 'POST /api/contact');
    await limitUse(deps, 'contact', { mailbox: mailboxOf(message.email), address: addressOf(c) });
    return c.json(await saveContactMessage(deps, message));
  });

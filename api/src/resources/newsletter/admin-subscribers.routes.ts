import { SubscriberExportQuerySchema } from '@site/shared/contracts/admin-subscribers.ts';
import type { Hono } from 'hono';
import { csvHeaders } from '../../platform/csv.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { accept, newRouter, queryOf } from '../../platform/http.ts';
import { pageStartOf } from '../../platform/page.ts';
import { exportSubscribers, getSubscriberGrowth, listSubscribers } from './admin-subscribers.service.ts';
import { subscriberFileTexts } from './subscriber-file.ts';

export const adminSubscribersRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/subscribers', async (c) => {
      const { q, state = null, source = null, ...page } = queryOf(c, 'GET /api/admin/subscribers');
      return c.json(await listSubscribers(c.get('deps'), { words: q, state, source }, pageStartOf(page, 'uuid')));
    })
    .get('/api/admin/subscriber-growth', async (c) =>
      c.json(await getSubscriberGrowth(c.get('deps'), queryOf(c, 'GET /api/admin/subscriber-growth'))),
    )
    .get('/api/admin/subscribers.csv', (c) => {
      const { q, state = null, source = null, locale } = accept(SubscriberExportQuerySchema, c.req.query());
      const deps = c.get('deps');
      const day = new Date(deps.clock()).toISOString().slice(0, 10);
      const filename = `${subscriberFileTexts[locale].filename}-${day}.csv`;
      return c.body(exportSubscribers(deps, { words: q, state, source }, locale), 200, csvHeaders(filename));
    });

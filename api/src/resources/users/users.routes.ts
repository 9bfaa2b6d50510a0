import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { newRouter, queryOf } from '../../platform/http.ts';
import { pageStartOf } from '../../platform/page.ts';
import { toMe } from './me.view.ts';
import { getUserPhoto, listUsers, upsertUser } from './users.service.ts';

export const usersRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/me', async (c) => {
      const caller = c.get('caller');
      await upsertUser(c.get('deps'), caller, queryOf(c, 'GET /api/me').locale);
      return c.json(toMe(caller));
    })
    .get('/users', async (c) => {
      const { q, ...page } = queryOf(c, 'GET /users');
      return c.json(await listUsers(c.get('deps'), q, pageStartOf(page, 'number')));
    })
    .get('/user-photo/:uid', async (c) => {
      const { body, type, maxAgeSeconds } = await getUserPhoto(c.get('deps'), c.req.param('uid'));
      return c.body(body, 200, { 'content-type': type, 'cache-control': `private, max-age=${maxAgeSeconds}` });
    });

import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { newRouter, queryOf } from '../../platform/http.ts';
import { pageStartOf } from '../../platform/page.ts';
import { getUserPhoto, listUsers } from './users.service.ts';

export const usersRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/users', async (c) => {
      const { q, ...page } = queryOf(c, 'GET /users');
      return c.json(await listUsers(c.get('deps'), q, pageStartOf(page, 'number')));
    })
    .get('/user-photo/:uid', async (c) => {
      const { body, type, maxAgeSeconds } = await getUserPhoto(c.get('deps'), c.req.param('uid'));
      return c.body(body, 200, { 'content-type': type, 'cache-control': `private, max-age=${maxAgeSeconds}` });
    });

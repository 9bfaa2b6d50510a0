import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { newRouter, queryOf } from '../../platform/http.ts';
import { publicEpisodes } from './episodes.service.ts';

export const episodesRoutes = (): Hono<ApiEnv> =>
  newRouter().get('/api/episodes', async (c) => {
    const { after } = queryOf(c, 'GET /api/episodes');
    return c.json(await publicEpisodes(c.get('deps'), after));
  });

import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter, queryOf } from '../../platform/http.ts';
import { pageStartOf } from '../../platform/page.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import {
  editEpisode,
  expectPicture,
  getAdminEpisode,
  getChannel,
  listAdminEpisodes,
  offerSlug,
  previewEpisode,
  setEpisodePicture,
} from './admin-episodes.service.ts';
import { findChannel } from './find-channel.ts';

/** The channel's episodes for the people who run the site. */
export const adminEpisodesRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/channel', async (c) => c.json(await getChannel(c.get('deps'))))
    .post('/api/admin/channel-lookups', async (c) => {
      const { channel } = await bodyOf(c, 'POST /api/admin/channel-lookups');
      await limitUse(c.get('deps'), 'channel_lookup', { person: c.get('caller').uid, address: addressOf(c) });
      return c.json(await findChannel(c.get('deps'), channel, 'channel'));
    })
    .get('/api/admin/episodes', async (c) => {
      const { q, state, ...page } = queryOf(c, 'GET /api/admin/episodes');
      return c.json(await listAdminEpisodes(c.get('deps'), { q, state }, pageStartOf(page)));
    })
    .get('/api/admin/episodes/:id', async (c) => c.json(await getAdminEpisode(c.get('deps'), c.req.param('id'))))
    .put('/api/admin/episodes/:id', async (c) => {
      const body = await bodyOf(c, 'PUT /api/admin/episodes/:id');
      return c.json(await editEpisode(c.get('deps'), actorOf(c), c.req.param('id'), body));
    })
    .get('/api/admin/episodes/:id/free-slug', async (c) => {
      const { slug } = queryOf(c, 'GET /api/admin/episodes/:id/free-slug');
      return c.json(await offerSlug(c.get('deps'), c.req.param('id'), slug));
    })
    .post('/api/admin/episodes/:id/preview', async (c) => {
      const draft = await bodyOf(c, 'POST /api/admin/episodes/:id/preview');
      return c.json(await previewEpisode(c.get('deps'), c.req.param('id'), draft));
    })
    .post('/api/admin/episodes/:id/picture-uploads', async (c) => {
      await bodyOf(c, 'POST /api/admin/episodes/:id/picture-uploads');
      return c.json(await expectPicture(c.get('deps'), c.req.param('id')));
    })
    .put('/api/admin/episodes/:id/picture', async (c) => {
      const body = await bodyOf(c, 'PUT /api/admin/episodes/:id/picture');
      return c.json(await setEpisodePicture(c.get('deps'), actorOf(c), c.req.param('id'), body));
    });

import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter, queryOf } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import type { StampedCopies } from '../stamping/stamped-copies.ts';
import { getDownloadLink, listBoughtEbooks, listLibrary, saveReadingPosition } from './library.service.ts';

export const libraryRoutes = (stampedCopies: StampedCopies): Hono<ApiEnv> =>
  newRouter()
    .get('/api/me/library', async (c) => {
      const { after } = queryOf(c, 'GET /api/me/library');
      return c.json(await listLibrary(c.get('deps'), c.get('caller').uid, after));
    })
    .get('/api/me/bought-ebooks', async (c) => c.json(await listBoughtEbooks(c.get('deps'), c.get('caller').uid)))
    .put('/api/me/library/:ebookId/position', async (c) => {
      const position = await bodyOf(c, 'PUT /api/me/library/:ebookId/position');
      await saveReadingPosition(c.get('deps'), c.get('caller').uid, c.req.param('ebookId'), position);
      return c.json(position);
    })
    .post('/api/me/library/:ebookId/download', async (c) => {
      const deps = c.get('deps');
      const { uid } = c.get('caller');
      const ebookId = c.req.param('ebookId');
      await limitUse(deps, 'download', { person: uid, address: addressOf(c) });
      const link = await getDownloadLink({ ...deps, stampedCopies }, uid, ebookId);
      deps.log.info({ uid, ebookId }, 'download link given');
      return c.json(link);
    });

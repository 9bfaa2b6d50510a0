import { ContentKeySchema, contentPermissions } from '@site/shared/contracts/admin-content.ts';
import type { ContentKey } from '@site/shared/contracts/content.ts';
import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import { requirePermission } from '../../platform/access.ts';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { bodyOf, newRouter, queryOf } from '../../platform/http.ts';
import {
  getContentBlock,
  getContentVersion,
  listContent,
  listContentVersions,
  publishContent,
  saveContentDraft,
} from './admin-content.service.ts';

/** The block that the path names. Throws `not_found` for what is none, and `forbidden` without the permission to edit it. */
function keyOf(c: Context<ApiEnv>): ContentKey {
  const name = c.req.param('key');
  if (!v.is(ContentKeySchema, name)) throw new AppError('not_found');
  requirePermission(c.get('caller'), contentPermissions[name]);
  return name;
}

const versionOf = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new AppError('not_found');
  return Number(text);
};

/** What the owner edits of the site, its history and its drafts. */
export const adminContentRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/content', async (c) => c.json(await listContent(c.get('deps'), c.get('caller'))))
    .get('/api/admin/content/:key', async (c) => c.json(await getContentBlock(c.get('deps'), keyOf(c))))
    .put('/api/admin/content/:key', async (c) => {
      const key = keyOf(c);
      return c.json(await publishContent(c.get('deps'), actorOf(c), key, await bodyOf(c, 'PUT /api/admin/content/:key')));
    })
    .post('/api/admin/content/:key/preview', async (c) => {
      const key = keyOf(c);
      const { body } = await bodyOf(c, 'POST /api/admin/content/:key/preview');
      return c.json({ preview: await saveContentDraft(c.get('deps'), key, body) });
    })
    .get('/api/admin/content/:key/versions', async (c) => {
      const { before } = queryOf(c, 'GET /api/admin/content/:key/versions');
      return c.json(await listContentVersions(c.get('deps'), keyOf(c), before === undefined ? null : Number(before)));
    })
    .get('/api/admin/content/:key/versions/:version', async (c) =>
      c.json(await getContentVersion(c.get('deps'), keyOf(c), versionOf(c.req.param('version')))),
    );

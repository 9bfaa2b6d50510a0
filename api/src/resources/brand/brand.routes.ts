import type { Hono } from 'hono';
import type { ApiEnv } from '../../platform/deps.ts';
import { bodyOf, newRouter } from '../../platform/http.ts';
import { expectBrandUpload, makePicture } from './brand.service.ts';

/** The pictures of the brand; its words and its colour are a content block. */
export const brandRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .post('/api/admin/brand-uploads', async (c) =>
      c.json(await expectBrandUpload(c.get('deps'), await bodyOf(c, 'POST /api/admin/brand-uploads'))),
    )
    .post('/api/admin/brand-pictures', async (c) =>
      c.json(await makePicture(c.get('deps'), await bodyOf(c, 'POST /api/admin/brand-pictures'))),
    );

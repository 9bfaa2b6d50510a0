import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { bodyOf, newRouter, queryOf } from '../../platform/http.ts';
import { pageStartOf } from '../../platform/page.ts';
import {
  createPost,
  deletePost,
  editPost,
  getAdminPost,
  getPostVersion,
  listAdminPosts,
  listPostVersions,
  previewPost,
  publishPost,
  restorePostVersion,
  savePostDraft,
  withdrawPost,
} from './admin-posts.service.ts';
import { expectPostUpload, makePostPicture } from './post-pictures.ts';

/** The author's texts for the people who write them. */
export const adminPostsRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/posts', async (c) => {
      const { q, state, ...page } = queryOf(c, 'GET /api/admin/posts');
      return c.json(await listAdminPosts(c.get('deps'), { q, state }, pageStartOf(page, 'uuid')));
    })
    .post('/api/admin/posts', async (c) => {
      const { kind } = await bodyOf(c, 'POST /api/admin/posts');
      return c.json(await createPost(c.get('deps'), actorOf(c), kind));
    })
    .post('/api/admin/post-uploads', async (c) => {
      await bodyOf(c, 'POST /api/admin/post-uploads');
      return c.json(await expectPostUpload(c.get('deps')));
    })
    .post('/api/admin/post-pictures', async (c) =>
      c.json(await makePostPicture(c.get('deps'), await bodyOf(c, 'POST /api/admin/post-pictures'))),
    )
    .get('/api/admin/posts/:id', async (c) => c.json(await getAdminPost(c.get('deps'), c.req.param('id'))))
    .put('/api/admin/posts/:id', async (c) => {
      const body = await bodyOf(c, 'PUT /api/admin/posts/:id');
      return c.json(await editPost(c.get('deps'), actorOf(c), c.req.param('id'), body));
    })
    .delete('/api/admin/posts/:id', async (c) => {
      // Pages of the release before send no body.
      const seen = c.req.header('content-type') ? await bodyOf(c, 'DELETE /api/admin/posts/:id') : undefined;
      await deletePost(c.get('deps'), actorOf(c), c.req.param('id'), seen);
      return c.json(null);
    })
    .put('/api/admin/posts/:id/drafts/:locale', async (c) => {
      const draft = await bodyOf(c, 'PUT /api/admin/posts/:id/drafts/:locale');
      return c.json(await savePostDraft(c.get('deps'), actorOf(c), c.req.param('id'), c.req.param('locale'), draft));
    })
    .post('/api/admin/posts/:id/preview', async (c) => c.json(await previewPost(c.get('deps'), c.req.param('id'))))
    .post('/api/admin/posts/:id/publication', async (c) => {
      const body = await bodyOf(c, 'POST /api/admin/posts/:id/publication');
      return c.json(await publishPost(c.get('deps'), actorOf(c), c.req.param('id'), body));
    })
    .post('/api/admin/posts/:id/withdrawal', async (c) => {
      const { revision } = await bodyOf(c, 'POST /api/admin/posts/:id/withdrawal');
      return c.json(await withdrawPost(c.get('deps'), actorOf(c), { id: c.req.param('id'), revision }));
    })
    .get('/api/admin/posts/:id/versions', async (c) => {
      const query = queryOf(c, 'GET /api/admin/posts/:id/versions');
      return c.json(await listPostVersions(c.get('deps'), c.req.param('id'), query));
    })
    .get('/api/admin/posts/:id/versions/:locale/:version', async (c) => c.json(await getPostVersion(c.get('deps'), c.req.param())))
    .post('/api/admin/posts/:id/versions/:locale/:version/restore', async (c) => {
      const seen = await bodyOf(c, 'POST /api/admin/posts/:id/versions/:locale/:version/restore');
      return c.json(await restorePostVersion(c.get('deps'), actorOf(c), c.req.param(), seen));
    });

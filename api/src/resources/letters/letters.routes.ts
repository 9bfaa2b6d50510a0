import type { Hono } from 'hono';
import { hasRecentSignIn } from '../../platform/access.ts';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter, queryOf } from '../../platform/http.ts';
import { pageStartOf } from '../../platform/page.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import {
  countLetterReaders,
  createLetter,
  deleteLetter,
  editLetter,
  getAdminLetter,
  listLetters,
  moveLetter,
  previewLetter,
  scheduleLetter,
  testLetter,
} from './letters.service.ts';
import { checkSender, getSender } from './sender.service.ts';

/** Letters to subscribers for the people who write them. */
export const lettersRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/letters', async (c) => {
      const { q, state, post, ...page } = queryOf(c, 'GET /api/admin/letters');
      return c.json(await listLetters(c.get('deps'), { q, state, post }, pageStartOf(page, 'uuid')));
    })
    .post('/api/admin/letters', async (c) => {
      const { postId } = await bodyOf(c, 'POST /api/admin/letters');
      return c.json(await createLetter(c.get('deps'), actorOf(c), postId));
    })
    .post('/api/admin/letter-audience', async (c) =>
      c.json(await countLetterReaders(c.get('deps'), await bodyOf(c, 'POST /api/admin/letter-audience'))),
    )
    .get('/api/admin/sender-domain', async (c) => c.json(await getSender(c.get('deps'))))
    .post('/api/admin/sender-domain', async (c) => {
      const deps = c.get('deps');
      await limitUse(deps, 'sender_check', { person: c.get('caller').uid, address: addressOf(c) });
      return c.json(await checkSender(deps));
    })
    .get('/api/admin/letters/:id', async (c) => c.json(await getAdminLetter(c.get('deps'), c.req.param('id'))))
    .put('/api/admin/letters/:id', async (c) => {
      const body = await bodyOf(c, 'PUT /api/admin/letters/:id');
      return c.json(await editLetter(c.get('deps'), actorOf(c), c.req.param('id'), body));
    })
    .delete('/api/admin/letters/:id', async (c) => {
      await deleteLetter(c.get('deps'), c.req.param('id'));
      return c.json(null);
    })
    .post('/api/admin/letters/:id/preview', async (c) => {
      const { locale } = await bodyOf(c, 'POST /api/admin/letters/:id/preview');
      return c.json(await previewLetter(c.get('deps'), c.req.param('id'), locale));
    })
    .post('/api/admin/letters/:id/test', async (c) => {
      const { locale } = await bodyOf(c, 'POST /api/admin/letters/:id/test');
      const deps = c.get('deps');
      await limitUse(deps, 'test_email', { person: c.get('caller').uid, address: addressOf(c) });
      return c.json(await testLetter(deps, actorOf(c), c.req.param('id'), locale));
    })
    .post('/api/admin/letters/:id/sending', async (c) => {
      const body = await bodyOf(c, 'POST /api/admin/letters/:id/sending');
      const deps = c.get('deps');
      const hasSteppedUp = hasRecentSignIn(c.get('caller'), deps.clock());
      return c.json(await scheduleLetter(deps, actorOf(c), c.req.param('id'), { ...body, hasSteppedUp }));
    })
    .post('/api/admin/letters/:id/undo', async (c) => {
      const { revision } = await bodyOf(c, 'POST /api/admin/letters/:id/undo');
      return c.json(await moveLetter(c.get('deps'), actorOf(c), { id: c.req.param('id'), revision }, 'undo'));
    })
    .post('/api/admin/letters/:id/pause', async (c) => {
      const { revision } = await bodyOf(c, 'POST /api/admin/letters/:id/pause');
      return c.json(await moveLetter(c.get('deps'), actorOf(c), { id: c.req.param('id'), revision }, 'pause'));
    })
    .post('/api/admin/letters/:id/resume', async (c) => {
      const { revision } = await bodyOf(c, 'POST /api/admin/letters/:id/resume');
      return c.json(await moveLetter(c.get('deps'), actorOf(c), { id: c.req.param('id'), revision }, 'resume'));
    })
    .post('/api/admin/letters/:id/cancellation', async (c) => {
      const { revision } = await bodyOf(c, 'POST /api/admin/letters/:id/cancellation');
      return c.json(await moveLetter(c.get('deps'), actorOf(c), { id: c.req.param('id'), revision }, 'cancel'));
    })
    .post('/api/admin/letters/:id/unknown', async (c) => {
      const { revision } = await bodyOf(c, 'POST /api/admin/letters/:id/unknown');
      return c.json(await moveLetter(c.get('deps'), actorOf(c), { id: c.req.param('id'), revision }, 'unknown'));
    })
    .post('/api/admin/letters/:id/settlement', async (c) => {
      const { revision } = await bodyOf(c, 'POST /api/admin/letters/:id/settlement');
      return c.json(await moveLetter(c.get('deps'), actorOf(c), { id: c.req.param('id'), revision }, 'settle'));
    });

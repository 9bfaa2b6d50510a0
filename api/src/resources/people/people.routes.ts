import { LOCALES, LocaleSchema } from '@site/shared/texts/locales.ts';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import {
  deletePerson,
  exportPerson,
  getPerson,
  giveBook,
  notePerson,
  openPerson,
  takeBackBook,
  takeBackImportedBook,
} from './people.service.ts';

export const peopleRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .post('/api/admin/people', async (c) => {
      const { kind, id } = await bodyOf(c, 'POST /api/admin/people');
      return c.json(await openPerson(c.get('deps'), kind, id));
    })
    .get('/api/admin/people/:id', async (c) => c.json(await getPerson(c.get('deps'), c.req.param('id'))))
    .delete('/api/admin/people/:id', async (c) => {
      const deps = c.get('deps');
      const id = c.req.param('id');
      const { email } = await bodyOf(c, 'DELETE /api/admin/people/:id');
      await deletePerson(deps, actorOf(c), id, email);
      deps.log.info({ personId: id }, 'person deleted');
      return c.body(null, 204);
    })
    .put('/api/admin/people/:id/note', async (c) => {
      const change = await bodyOf(c, 'PUT /api/admin/people/:id/note');
      return c.json(await notePerson(c.get('deps'), actorOf(c), c.req.param('id'), change));
    })
    .post('/api/admin/people/:id/gifts', async (c) => {
      const gift = await bodyOf(c, 'POST /api/admin/people/:id/gifts');
      return c.json(await giveBook(c.get('deps'), actorOf(c), c.req.param('id'), gift));
    })
    .delete('/api/admin/people/:id/gifts/:orderId', async (c) =>
      c.json(await takeBackBook(c.get('deps'), actorOf(c), c.req.param('id'), c.req.param('orderId'))),
    )
    .delete('/api/admin/people/:id/imported-books/:purchaseId', async (c) =>
      c.json(await takeBackImportedBook(c.get('deps'), actorOf(c), c.req.param('id'), c.req.param('purchaseId'))),
    )
    .get('/api/admin/people/:id/export', async (c) => {
      const deps = c.get('deps');
      const id = c.req.param('id');
      await limitUse(deps, 'export', { person: c.get('caller').uid, address: addressOf(c) });
      const locale = v.parse(v.fallback(LocaleSchema, LOCALES[0]), c.req.query('locale'));
      const { archive, filename } = await exportPerson(deps, actorOf(c), id, locale);
      deps.log.info({ personId: id }, 'data of a person given');
      return c.body(archive, 200, { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${filename}"` });
    });

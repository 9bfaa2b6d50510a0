import { LOCALES, LocaleSchema } from '@site/shared/texts/locales.ts';
import type { Hono } from 'hono';
import * as v from 'valibot';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { deleteAccount, endSession, exportPersonalData, signOutEverywhere, tellOfPassword } from './account.service.ts';

export const accountRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .post('/api/me/sign-out', async (c) => {
      await endSession(c.get('deps'), c.get('caller'));
      return c.body(null, 204);
    })
    .post('/api/me/password-letter', async (c) => {
      const deps = c.get('deps');
      const { uid, email } = c.get('caller');
      const { locale } = await bodyOf(c, 'POST /api/me/password-letter');
      await limitUse(deps, 'password_letter', { person: uid, address: addressOf(c) });
      await tellOfPassword(deps, { uid, email }, locale);
      return c.body(null, 204);
    })
    .post('/api/me/sign-out-everywhere', async (c) => {
      const deps = c.get('deps');
      const { uid } = c.get('caller');
      await limitUse(deps, 'account', { person: uid, address: addressOf(c) });
      const answer = await signOutEverywhere(deps, uid);
      deps.log.info({ uid }, 'signed out everywhere');
      return c.json(answer);
    })
    .delete('/api/me', async (c) => {
      const deps = c.get('deps');
      const caller = c.get('caller');
      const { email, locale } = await bodyOf(c, 'DELETE /api/me');
      await limitUse(deps, 'account', { person: caller.uid, address: addressOf(c) });
      const answer = await deleteAccount(deps, caller, email, locale);
      deps.log.info({ uid: caller.uid, ordersKept: answer.ordersKept }, 'account deleted');
      return c.json(answer);
    })
    .get('/api/me/export', async (c) => {
      const deps = c.get('deps');
      const caller = c.get('caller');
      await limitUse(deps, 'export', { person: caller.uid, address: addressOf(c) });
      const { archive, filename } = await exportPersonalData(
        deps,
        caller,
        v.parse(v.fallback(LocaleSchema, LOCALES[0]), c.req.query('locale')),
      );
      deps.log.info({ uid: caller.uid }, 'personal data given');
      return c.body(archive, 200, { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${filename}"` });
    });

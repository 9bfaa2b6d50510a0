import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import { asAdmin } from '../../platform/admins.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { toMe } from '../users/me.view.ts';
import { becomeAdmin } from './admin-code.service.ts';
import { acceptInvitation, changeMemberRole, inviteMember, listTeam, removeMember, withdrawInvitation } from './team.service.ts';

/** The team: how one joins it, and what its owners change. */
export const teamRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .post('/api/me/admin', async (c) => {
      const deps = c.get('deps');
      const caller = c.get('caller');
      const { code } = await bodyOf(c, 'POST /api/me/admin');
      await limitUse(deps, 'admin_code', { person: caller.uid, address: addressOf(c) });
      const admin = await becomeAdmin(deps, caller, actorOf(c), code);
      deps.log.info({ uid: caller.uid }, 'an owner came by a code');
      return c.json(toMe(admin));
    })
    .post('/api/me/team', async (c) => {
      const deps = c.get('deps');
      const caller = c.get('caller');
      const { token } = await bodyOf(c, 'POST /api/me/team');
      const role = await acceptInvitation(deps, caller, actorOf(c), token);
      deps.log.info({ uid: caller.uid, role }, 'joined the team');
      return c.json(toMe(asAdmin(caller, role)));
    })
    .get('/api/admin/team', async (c) => c.json(await listTeam(c.get('deps'))))
    .post('/api/admin/team/invitations', async (c) => {
      const deps = c.get('deps');
      const invitation = await bodyOf(c, 'POST /api/admin/team/invitations');
      await limitUse(deps, 'invitation', { person: c.get('caller').uid, address: addressOf(c) });
      return c.json(await inviteMember(deps, actorOf(c), invitation));
    })
    .delete('/api/admin/team/invitations/:id', async (c) => c.json(await withdrawInvitation(c.get('deps'), actorOf(c), c.req.param('id'))))
    .put('/api/admin/team/:uid/role', async (c) => {
      const body = await bodyOf(c, 'PUT /api/admin/team/:uid/role');
      return c.json(await changeMemberRole(c.get('deps'), actorOf(c), c.req.param('uid'), body));
    })
    .delete('/api/admin/team/:uid', async (c) => c.json(await removeMember(c.get('deps'), actorOf(c), c.req.param('uid'))));

import { adminTeamCalls, type Team, TeamSchema } from '@site/shared/contracts/admin-team.ts';
import { joinTeamCalls } from '@site/shared/contracts/me.ts';
import { INVITATION_DAYS, TEAM_ROLES, type TeamRole } from '@site/shared/contracts/team.ts';
import { DAY_MS, toInstant } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import type { Sql } from '../../../gateways/supabase/database.generated.ts';
import type { Json } from '../../../gateways/supabase/sql-types.ts';
import { type Actor, actorOf } from '../../../platform/actor.ts';
import { asAdmin } from '../../../platform/admins.ts';
import { type Caller, lowerAscii } from '../../../platform/auth.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { requireLink } from '../../../platform/signed-links.ts';
import { toMe } from '../users/me.view.ts';
import { becomeAdmin } from './admin-code.service.ts';

const INVITATION_MS = INVITATION_DAYS * DAY_MS;
const { members, invitations } = TeamSchema.entries;
const StoredTeamSchema = v.object({ members, invitations: v.array(v.omit(invitations.item, ['expiresAt'])) });

function toTeam(answer: Json): Team {
  const team = v.parse(StoredTeamSchema, answer);
  const expiryOf = (sentAt: string) => toInstant(new Date(Date.parse(sentAt) + INVITATION_MS));
  return { ...team, invitations: team.invitations.map((one) => ({ ...one, expiresAt: expiryOf(one.sentAt) })) };
}

/** Returns the members of the team and the open invitations. */
export const listTeam = async (sql: Sql): Promise<Team> => toTeam(await sql.listTeam());

/**
 * Adds the caller to the team by the link of an invitation email. Returns their role. For a member the link changes nothing. Throws `link_invalid`,
 * `link_expired`, `invitation_over` and `invitation_of_another`.
 */
async function acceptInvitation({ data, sessions, env, clock }: Deps, caller: Caller, actor: Actor, token: string): Promise<TeamRole> {
  const { id, generation, expiresAt } = requireLink(env, 'team_invitation', token);
  const isLate = expiresAt !== null && expiresAt < clock();
  const role = await data.sql.acceptInvitation({ actor, id, generation, email: lowerAscii(caller.email), isLate });
  sessions.forget(caller.uid);
  return v.parse(v.picklist(TEAM_ROLES), role);
}

/** The calls to join the team, and the owners' calls to change it. */
export const teamHandlers = handle(
  { ...joinTeamCalls, ...adminTeamCalls },
  {
    'POST /api/me/admin': async ({ deps, c, caller, body }) => {
      const admin = await becomeAdmin(deps, caller, actorOf(c), body.code);
      deps.log.info({ uid: caller.uid }, 'owner claimed with a code');
      return toMe(admin);
    },
    'POST /api/me/team': async ({ deps, c, caller, body }) => {
      const role = await acceptInvitation(deps, caller, actorOf(c), body.token);
      deps.log.info({ uid: caller.uid, role }, 'joined the team');
      return toMe(asAdmin(caller, role));
    },
    'GET /api/admin/team': ({ sql }) => listTeam(sql),
    'POST /api/admin/team/invitations': async ({ deps, sql, actor, body }) => {
      const team = toTeam(await sql.inviteMember({ actor, ...body }));
      deps.wakeMail();
      return team;
    },
    'DELETE /api/admin/team/invitations/:id': async ({ sql, actor, params }) => toTeam(await sql.withdrawInvitation({ actor, ...params })),
    'PUT /api/admin/team/:uid/role': async ({ deps, sql, actor, params, body }) => {
      const team = toTeam(await sql.changeMemberRole({ actor, ...params, ...body }));
      deps.sessions.forget(params.uid);
      return team;
    },
    'DELETE /api/admin/team/:uid': async ({ deps, sql, actor, params }) => {
      const team = toTeam(await sql.removeMember({ actor, ...params }));
      deps.sessions.forget(params.uid);
      return team;
    },
  },
);

import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { EmailSchema } from './contact.ts';
import { TEAM_ROLES } from './team.ts';

/** Members and invitations, oldest first. `invitedBy` is null for a member without an invitation, and when the inviting owner has left. */
export const TeamSchema = v.object({
  members: v.array(
    v.object({
      uid: v.string(),
      email: v.string(),
      role: v.picklist(TEAM_ROLES),
      invitedBy: v.nullable(v.string()),
      since: InstantSchema,
    }),
  ),
  invitations: v.array(
    v.object({
      id: v.string(),
      email: v.string(),
      role: v.picklist(TEAM_ROLES),
      /** The language of the invitation email. */
      locale: LocaleSchema,
      invitedBy: v.string(),
      sentAt: InstantSchema,
      expiresAt: InstantSchema,
    }),
  ),
});
export type Team = v.InferOutput<typeof TeamSchema>;

/** Inviting an address again sends a new email, and the link of the previous one stops working. */
export const InviteMemberSchema = v.object({ email: EmailSchema, role: v.picklist(TEAM_ROLES, 'invalid'), locale: LocaleSchema });

/** `previousRole`: the role that the owner saw. If another owner changed it meanwhile: `changed_meanwhile`. */
export const ChangeMemberRoleSchema = v.object({ role: v.picklist(TEAM_ROLES), previousRole: v.picklist(TEAM_ROLES) });

const params = { uid: v.string() };

export const adminTeamCalls = {
  'GET /api/admin/team': { who: 'site', answer: TeamSchema },
  'POST /api/admin/team/invitations': {
    who: { least: 'site', recent: true },
    limit: { windowSeconds: 3_600, person: 20, address: 100 },
    body: InviteMemberSchema,
    answer: TeamSchema,
  },
  'DELETE /api/admin/team/invitations/:id': { who: 'site', params: { id: v.pipe(v.string(), v.uuid()) }, answer: TeamSchema },
  'PUT /api/admin/team/:uid/role': {
    who: { least: 'site', recent: true },
    params,
    body: ChangeMemberRoleSchema,
    answer: TeamSchema,
  },
  'DELETE /api/admin/team/:uid': { who: { least: 'site', recent: true }, params, answer: TeamSchema },
} as const satisfies Calls;

import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LocaleSchema } from '../texts/locales.ts';
import { EmailSchema } from './contact.ts';
import { PERMISSIONS, type Permission } from './permissions.ts';
import { createTokenSchema } from './text.ts';

export { PERMISSIONS, type Permission };

export const TEAM_ROLES = ['owner', 'editor', 'support'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

export const permissionsOf: Readonly<Record<TeamRole, readonly Permission[]>> = {
  owner: PERMISSIONS,
  editor: ['content', 'send', 'numbers'],
  support: ['people'],
};

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7;

/**
 * Who is in the team and who is invited, first the first. `invitedBy` is null for a member who came without an invitation, and when that
 * owner has left.
 */
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
      /** Of the letter. */
      locale: LocaleSchema,
      invitedBy: v.string(),
      sentAt: InstantSchema,
      expiresAt: InstantSchema,
    }),
  ),
});
export type Team = v.InferOutput<typeof TeamSchema>;

/** An address that is invited already gets a new letter, and the link of the one before opens nothing any more. */
export const InviteMemberSchema = v.object({ email: EmailSchema, role: v.picklist(TEAM_ROLES, 'invalid'), locale: LocaleSchema });

/** The token of the link in the letter. */
export const AcceptInvitationSchema = v.object({ token: createTokenSchema(1_000) });

/** `previousRole` is what the owner saw; when another owner changed it meanwhile: `changed_meanwhile`. */
export const ChangeMemberRoleSchema = v.object({ role: v.picklist(TEAM_ROLES), previousRole: v.picklist(TEAM_ROLES) });

import { TEAM_ROLES, type TeamRole } from '@site/shared/contracts/team.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../platform/actor.ts';

type Calls = Pick<Data, 'call'>;

/** Puts a code in the place of the one before. As the first one it is only taken while there is no owner. Returns whether it was. */
export const offerAdminCode = (data: Calls, digest: string, hours: number, isFirst: boolean): Promise<boolean> =>
  data.call('offer_admin_code', { p_digest: digest, p_hours: hours, p_is_first: isFirst }, v.boolean());

/** Makes the actor an owner for a code, which is used up. Returns whether the code was right. */
export const claimAdmin = (data: Calls, actor: Actor, digest: string): Promise<boolean> =>
  data.call('claim_admin', { p_actor: actor, p_digest: digest }, v.boolean());

const TeamRowsSchema = v.object({
  members: v.array(v.object({ ...v.pick(tables.team, ['uid', 'email', 'role', 'since']).entries, invited_by: v.nullable(v.string()) })),
  invitations: v.array(
    v.object({ ...v.pick(tables.team_invitations, ['id', 'email', 'role', 'locale', 'sent_at']).entries, invited_by: v.string() }),
  ),
});
export type TeamRows = v.InferOutput<typeof TeamRowsSchema>;

export const listTeam = (data: Calls): Promise<TeamRows> => data.call('list_team', {}, TeamRowsSchema);

const outcomeOf = <const Refusal extends string>(...refusals: Refusal[]) => v.picklist(['done', 'forbidden', ...refusals]);

/** Invites an address, and writes the letter in `locale`. */
export const inviteMember = (data: Calls, actor: Actor, { email, role, locale }: { email: string; role: TeamRole; locale: Locale }) =>
  data.call('invite_member', { p_actor: actor, p_email: email, p_role: role, p_locale: locale }, outcomeOf('in_team'));

export const withdrawInvitation = (data: Calls, actor: Actor, id: string) =>
  data.call('withdraw_invitation', { p_actor: actor, p_id: id }, outcomeOf('not_found'));

const AcceptedSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), role: v.picklist(TEAM_ROLES) }),
  v.object({ outcome: v.picklist(['over', 'of_another', 'expired']) }),
]);

/** Takes the actor into the team. `email` is the actor's verified address. */
export const acceptInvitation = (
  data: Calls,
  actor: Actor,
  { id, generation, email, isLate }: { id: string; generation: number; email: string; isLate: boolean },
): Promise<v.InferOutput<typeof AcceptedSchema>> =>
  data.call('accept_invitation', { p_actor: actor, p_id: id, p_generation: generation, p_email: email, p_is_late: isLate }, AcceptedSchema);

export const changeMemberRole = (data: Calls, actor: Actor, uid: string, role: TeamRole, previousRole: TeamRole) =>
  data.call(
    'change_member_role',
    { p_actor: actor, p_uid: uid, p_role: role, p_previous_role: previousRole },
    outcomeOf('not_found', 'last_owner', 'changed_meanwhile'),
  );

export const removeMember = (data: Calls, actor: Actor, uid: string) =>
  data.call('remove_member', { p_actor: actor, p_uid: uid }, outcomeOf('not_found', 'last_owner'));

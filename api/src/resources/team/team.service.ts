import {
  type ChangeMemberRoleSchema,
  INVITATION_DAYS,
  type InviteMemberSchema,
  type Team,
  type TeamRole,
} from '@site/shared/contracts/team.ts';
import { DAY_MS, toInstant } from '@site/shared/dates/dates.ts';
import type * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Caller, lowerAscii } from '../../platform/auth.ts';
import type { Deps } from '../../platform/deps.ts';
import { requireUuid } from '../../platform/require-uuid.ts';
import { requireLink } from '../../platform/signed-links.ts';
import * as repository from './team.repository.ts';

type TeamDeps = Pick<Deps, 'data' | 'sessions'>;

const INVITATION_MS = INVITATION_DAYS * DAY_MS;

/** Who is in the team and who is invited. */
export async function listTeam({ data }: Pick<Deps, 'data'>): Promise<Team> {
  const { members, invitations } = await repository.listTeam(data);
  return {
    members: members.map(({ since, invited_by, ...member }) => ({ ...member, invitedBy: invited_by, since: toInstant(since) })),
    invitations: invitations.map(({ sent_at, invited_by, ...invitation }) => ({
      ...invitation,
      invitedBy: invited_by,
      sentAt: toInstant(sent_at),
      expiresAt: toInstant(new Date(Date.parse(sent_at) + INVITATION_MS)),
    })),
  };
}

/** Writes to an address that it may join the team, also once more. Throws `already_in_team`. */
export async function inviteMember(
  deps: TeamDeps & Pick<Deps, 'wakeMail'>,
  actor: Actor,
  invitation: v.InferOutput<typeof InviteMemberSchema>,
): Promise<Team> {
  const outcome = await repository.inviteMember(deps.data, actor, invitation);
  if (outcome === 'in_team') throw new AppError('already_in_team');
  if (outcome === 'forbidden') throw new AppError('forbidden');
  deps.wakeMail();
  return await listTeam(deps);
}

/** Throws `not_found` for what is no open invitation. */
export async function withdrawInvitation(deps: TeamDeps, actor: Actor, id: string): Promise<Team> {
  const outcome = await repository.withdrawInvitation(deps.data, actor, requireUuid(id));
  if (outcome !== 'done') throw new AppError(outcome);
  return await listTeam(deps);
}

/**
 * Takes the caller into the team by the link of a letter, and returns their role. For a member the link changes nothing. Throws
 * `link_invalid`, `link_expired`, `invitation_over` and `invitation_of_another`.
 */
export async function acceptInvitation(
  { data, sessions, env, clock }: TeamDeps & Pick<Deps, 'env' | 'clock'>,
  caller: Caller,
  actor: Actor,
  token: string,
): Promise<TeamRole> {
  const { id, generation, expiresAt } = requireLink(env, 'team_invitation', token);
  const isLate = expiresAt !== null && expiresAt < clock();
  const accepted = await repository.acceptInvitation(data, actor, { id, generation, email: lowerAscii(caller.email), isLate });
  switch (accepted.outcome) {
    case 'done':
      sessions.forget(caller.uid);
      return accepted.role;
    case 'expired':
      throw new AppError('link_expired');
    default:
      throw new AppError(`invitation_${accepted.outcome}`);
  }
}

/** Throws `not_found`, `last_owner`, and `changed_meanwhile` when the member has not the role that the actor saw. */
export async function changeMemberRole(
  deps: TeamDeps,
  actor: Actor,
  uid: string,
  { role, previousRole }: v.InferOutput<typeof ChangeMemberRoleSchema>,
): Promise<Team> {
  const outcome = await repository.changeMemberRole(deps.data, actor, uid, role, previousRole);
  if (outcome !== 'done') throw new AppError(outcome);
  deps.sessions.forget(uid);
  return await listTeam(deps);
}

/** Takes a member out of the team; the account stays a customer's. Throws `not_found` and `last_owner`. */
export async function removeMember(deps: TeamDeps, actor: Actor, uid: string): Promise<Team> {
  const outcome = await repository.removeMember(deps.data, actor, uid);
  if (outcome !== 'done') throw new AppError(outcome);
  deps.sessions.forget(uid);
  return await listTeam(deps);
}

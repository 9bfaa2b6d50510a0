import type { Team } from '@site/shared/contracts/admin-team.ts';
import { paths } from '@site/shared/site/site.ts';
import { api } from '../../../signed-in/api.ts';
import { useOwnChange, useOwnQuery } from '../../../signed-in/own-query.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';

export type Member = Team['members'][number];
export type Invitation = Team['invitations'][number];

/** Loads the members and the invitations of the team. */
export const useTeam = () => useOwnQuery(['team'], (signal) => api('GET /api/admin/team', { signal }), { staleTime: 0 });

/** Makes a call that returns the whole team. */
const useTeamChange = <Input>(change: (input: Input) => Promise<Team>) => useOwnChange(['team'], change);

/** Sends an invitation. Inviting the same address again sends another email. */
export const useInviteMember = () =>
  useTeamChange((invitation: Pick<Invitation, 'email' | 'role' | 'locale'>) =>
    api('POST /api/admin/team/invitations', { body: invitation }),
  );

export const useWithdrawInvitation = () =>
  useTeamChange(({ id }: Invitation) => api('DELETE /api/admin/team/invitations/:id', { params: { id } }));

export function useChangeRole({ uid, role: previousRole }: Member) {
  const leave = useLeaving();
  return useTeamChange(async (role: Member['role']) =>
    leave(uid, await api('PUT /api/admin/team/:uid/role', { params: { uid }, body: { role, previousRole } })),
  );
}

export function useRemoveMember({ uid }: Member) {
  const leave = useLeaving();
  return useTeamChange<void>(async () => leave(uid, await api('DELETE /api/admin/team/:uid', { params: { uid } })));
}

/** Reloads the area for a member whose own role changed, because their permissions differ. */
function useLeaving() {
  const own = useReaderUid();
  return (uid: string, team: Team): Team => {
    if (uid === own) location.assign(paths.dashboard.href());
    return team;
  };
}

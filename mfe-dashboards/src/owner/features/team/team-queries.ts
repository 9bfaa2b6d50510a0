import type { Team } from '@site/shared/contracts/admin-team.ts';
import { paths } from '@site/shared/site/site.ts';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';

export type Member = Team['members'][number];
export type Invitation = Team['invitations'][number];

const keyOf = (uid: string | null) => ['team', uid];

/** Who is in the team and who is invited. */
export function useTeam() {
  const uid = useReaderUid();
  return useQuery({
    queryKey: keyOf(uid),
    staleTime: 0,
    queryFn: uid === null ? skipToken : ({ signal }) => api('GET /api/admin/team', { signal }),
  });
}

/** A change of the team, which answers the whole team; one that is refused has it read again. */
function useTeamChange<Input>(change: (input: Input) => Promise<Team>) {
  const uid = useReaderUid();
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (team) => client.setQueryData(keyOf(uid), team),
    onError: () => void client.invalidateQueries({ queryKey: keyOf(uid) }),
  });
}

/** Writes to an address, also once more. */
export const useInviteMember = () =>
  useTeamChange((invitation: Pick<Invitation, 'email' | 'role' | 'locale'>) =>
    api('POST /api/admin/team/invitations', { body: invitation }),
  );

export const useWithdrawInvitation = () =>
  useTeamChange(({ id }: Invitation) => api('DELETE /api/admin/team/invitations/:id', { params: { id } }));

export function useChangeRole() {
  const leave = useLeaving();
  return useTeamChange(async ({ member: { uid, role: previousRole }, role }: { member: Member; role: Member['role'] }) =>
    leave(uid, await api('PUT /api/admin/team/:uid/role', { params: { uid }, body: { role, previousRole } })),
  );
}

export function useRemoveMember() {
  const leave = useLeaving();
  return useTeamChange(async ({ uid }: Member) => leave(uid, await api('DELETE /api/admin/team/:uid', { params: { uid } })));
}

/** A member whose own role changed begins anew with what they may do now. */
function useLeaving() {
  const own = useReaderUid();
  return (uid: string, team: Team): Team => {
    if (uid === own) location.assign(paths.dashboard.href());
    return team;
  };
}

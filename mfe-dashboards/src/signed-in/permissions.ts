import type { Permission } from '@site/shared/contracts/team.ts';
import { useSession } from '@site/shared/site/site.ts';
import { useState } from 'react';

/**
 * Returns a function that tells what the signed-in person may do in the owner's area. A permission of null means every member. The result
 * only decides what is shown, because the API enforces permissions.
 */
export function useMay(): (permission: Permission | null) => boolean {
  const session = useSession();
  const now = session.status === 'signed-in' ? session.me?.permissions : undefined;
  // An expired session must not remove a form in which the admin is typing.
  const [before] = useState(now);
  const permissions = now ?? before ?? [];
  return (permission) => permission === null || permissions.includes(permission);
}

import type { Permission } from '@site/shared/contracts/team.ts';
import { useSession } from '@site/shared/site/site.ts';
import { useState } from 'react';

/** What the signed-in person may do in the owner's area: it chooses what is drawn, and the API decides. Null stands for everybody there. */
export function useMay(): (permission: Permission | null) => boolean {
  const session = useSession();
  const now = session.status === 'signed-in' ? session.me?.permissions : undefined;
  // A session that ended takes no form away from the admin who writes in it.
  const [before] = useState(now);
  const permissions = now ?? before ?? [];
  return (permission) => permission === null || permissions.includes(permission);
}

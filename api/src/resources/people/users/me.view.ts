import type { Me } from '@site/shared/contracts/me.ts';
import type { Caller } from '../../../platform/auth.ts';

/** What an account is told of itself. */
export const toMe = ({ uid, email, name, photoUrl, role, permissions }: Caller): Me => ({
  ...{ uid, email, name, photoUrl, role },
  permissions: [...permissions],
});

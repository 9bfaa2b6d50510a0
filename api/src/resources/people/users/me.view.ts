import type { Me } from '@site/shared/contracts/me.ts';
import type { Caller } from '../../../platform/auth.ts';

/** Returns an account's own data. */
export const toMe = ({ uid, email, name, photoUrl, role, permissions }: Caller): Me => ({
  ...{ uid, email, name, photoUrl, role },
  permissions: [...permissions],
});

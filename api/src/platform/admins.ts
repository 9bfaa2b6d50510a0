import { permissionsOf, type TeamRole } from '@site/shared/contracts/team.ts';
import type { Actor } from './actor.ts';
import type { Caller } from './auth.ts';
import type { Deps } from './deps.ts';

type AdminDeps = Pick<Deps, 'data' | 'sessions' | 'log'> & { env: Pick<Deps['env'], 'DEFAULT_CURRENCY'> };

/** Returns the caller with the permissions of a team role. */
export const asAdmin = (caller: Caller, role: TeamRole): Caller => ({ ...caller, role: 'admin', permissions: permissionsOf[role] });

/**
 * Returns the caller of a valid session with the permissions of their team role. An address in ADMIN_EMAILS alone makes nobody an admin,
 * because a password sign-in does not prove who owns the address. A Google sign-in does, so the first owner of a site may sign in with
 * Google.
 */
export async function withPermissions(deps: AdminDeps, caller: Caller, requestId: string, teamRole: TeamRole | null): Promise<Caller> {
  if (!caller.emailVerified) return caller;
  if (teamRole) return asAdmin(caller, teamRole);
  return caller.role === 'candidate' && (await bindByGoogle(deps, caller, requestId)) ? asAdmin(caller, 'owner') : caller;
}

async function bindByGoogle({ data, sessions, log, env }: AdminDeps, caller: Caller, requestId: string): Promise<boolean> {
  if (caller.signedInWith !== 'google.com') return false;
  const actor: Actor = { uid: caller.uid, email: caller.email, request_id: requestId };
  if (!(await data.sql.bindOwner({ actor, by: 'google', currency: env.DEFAULT_CURRENCY }))) return false;
  sessions.forget(caller.uid);
  log.info({ uid: caller.uid }, 'first owner signed in with Google');
  return true;
}

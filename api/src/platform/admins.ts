import * as v from 'valibot';
import type { Actor } from './actor.ts';
import type { Caller } from './auth.ts';
import type { Deps } from './deps.ts';

type AdminDeps = Pick<Deps, 'data' | 'sessions' | 'log'>;

/**
 * The caller of a session that holds, as an admin when the account is bound as one. An address of ADMIN_EMAILS alone makes no account an
 * admin: a password proves nothing about an address. Google does, so an account that comes by Google is bound now.
 */
export async function withAdminRole(deps: AdminDeps, caller: Caller, requestId: string, isBound: boolean): Promise<Caller> {
  if (caller.role !== 'candidate') return caller;
  if (isBound || (await deps.sessions.isBoundNow(caller.uid)) || (await isBoundByGoogle(deps, caller, requestId))) {
    return { ...caller, role: 'admin' };
  }
  return caller;
}

async function isBoundByGoogle({ data, sessions, log }: AdminDeps, caller: Caller, requestId: string): Promise<boolean> {
  if (caller.signedInWith !== 'google.com') return false;
  const actor: Actor = { uid: caller.uid, email: caller.email, request_id: requestId };
  if (!(await data.call('bind_admin', { p_actor: actor, p_by: 'google' }, v.boolean()))) return false;
  sessions.forget(caller.uid);
  log.info({ uid: caller.uid }, 'an admin was bound by Google');
  return true;
}

import { AppError } from '../../../base/app-error.ts';
import type { Data } from '../../../gateways/supabase/data.ts';
import type { Actor } from '../../../platform/actor.ts';
import { asAdmin } from '../../../platform/admins.ts';
import type { Caller } from '../../../platform/auth.ts';
import type { Deps } from '../../../platform/deps.ts';
import { hashAdminCode, newAdminCode } from './admin-code.ts';

/** An admin code is valid for this time. */
const CODE_HOURS = 24;

/**
 * Makes the caller an owner if the code is the one that the server printed. A member of the team keeps their role. Throws `forbidden` for
 * an address that is not in ADMIN_EMAILS, and `admin_code_refused` for a code that does not work, whatever the reason.
 */
export async function becomeAdmin(
  { data, sessions, env }: Pick<Deps, 'data' | 'sessions'> & { env: Pick<Deps['env'], 'DEFAULT_CURRENCY'> },
  caller: Caller,
  actor: Actor,
  code: string,
): Promise<Caller> {
  if (caller.role === 'admin') return caller;
  if (caller.role !== 'candidate') throw new AppError('forbidden');
  if (!(await data.sql.claimAdmin({ actor, digest: hashAdminCode(code), currency: env.DEFAULT_CURRENCY })))
    throw new AppError('admin_code_refused');
  sessions.forget(caller.uid);
  return asAdmin(caller, 'owner');
}

/** Returns a code that makes one candidate an owner. With `isFirst`, returns null if the site already has an owner. */
export async function makeAdminCode({ sql }: Pick<Data, 'sql'>, isFirst: boolean): Promise<{ code: string; hours: number } | null> {
  const code = newAdminCode();
  const isOffered = await sql.offerAdminCode({ digest: hashAdminCode(code), hours: CODE_HOURS, isFirst });
  return isOffered ? { code, hours: CODE_HOURS } : null;
}

/** Logs a code while the site has no owner. Only the person who installed the site can read its log. Never throws. */
export async function offerFirstCode({
  data,
  log,
  env,
}: Pick<Deps, 'data' | 'log'> & { env: Pick<Deps['env'], 'SITE_URL'> }): Promise<void> {
  try {
    const made = await makeAdminCode(data, true);
    if (made)
      log.warn(
        { adminCode: made.code, hours: made.hours, page: `${env.SITE_URL}/claim-admin` },
        'this site has no owner yet: sign in with an address of ADMIN_EMAILS and enter this code, or sign in with Google',
      );
  } catch (err) {
    log.error({ err }, 'code for the first owner not created: create one with npm run admin-code');
  }
}

import type { Call, LeastRole, Who } from '@site/shared/contracts/calls.ts';
import { calls } from '@site/shared/contracts/endpoints.ts';
import { PERMISSIONS, type Permission } from '@site/shared/contracts/team.ts';
import type { Env, Hono } from 'hono';
import { inspectRoutes } from 'hono/dev';
import { AppError } from '../base/app-error.ts';
import type { Caller } from './auth.ts';

const leastOf = (who: Who): LeastRole => (typeof who === 'string' ? who : who.least);
type Least<W extends Who> = W extends { least: infer Role } ? Role : W;

/** Who may call what (`shared/docs/product/` 1.6). A route that is not listed here stops the start. */
export const access = Object.fromEntries(Object.entries<Call>(calls).map(([route, { who }]) => [route, leastOf(who)])) as {
  readonly [Route in keyof typeof calls]: Least<(typeof calls)[Route]['who']>;
};

/**
 * What costs money, gives addresses away, replaces what readers read or what the shop declares, or says who runs it: also an admin does it
 * only within 15 minutes of a sign-in, so that an unattended device is not enough. With values, only for a path that ends with one of them.
 */
export const recentSignIn: { readonly [Route in keyof typeof access]?: 'always' | readonly string[] } = Object.fromEntries(
  Object.entries<Call>(calls).flatMap(([route, { who }]) =>
    typeof who === 'string' ? [] : [[route, who.recent === true ? 'always' : who.recent] as const],
  ),
);
const RECENT_MS = 15 * 60_000;

/** Whether a call of `route` at `path` wants a recent sign-in. */
export function needsRecentSignIn(route: string, path: string): boolean {
  const rule = Object.hasOwn(recentSignIn, route) ? recentSignIn[route as keyof typeof recentSignIn] : undefined;
  if (rule === undefined || rule === 'always') return rule === 'always';
  return rule.includes(decodedEnd(path));
}

/** The last part of a path as a route's parameter has it. */
function decodedEnd(path: string): string {
  const end = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(end);
  } catch {
    return end;
  }
}

/** Whether the caller's sign-in is at most 15 minutes old. */
export const hasRecentSignIn = ({ signedInAt }: Pick<Caller, 'signedInAt'>, now: number): boolean => now - signedInAt <= RECENT_MS;

/** Throws `step_up_required` when the caller's sign-in is older than 15 minutes. */
export function requireRecentSignIn(caller: Pick<Caller, 'signedInAt'>, now: number): void {
  if (!hasRecentSignIn(caller, now)) throw new AppError('step_up_required');
}

/** Whether only members of the team may make a call. */
export const isForTeam = (role: LeastRole | undefined): boolean => role === 'team' || PERMISSIONS.some((permission) => permission === role);

/** Throws `email_not_verified` or `forbidden` when `caller` is less than `role`. */
export function requireRole(caller: Caller, role: Exclude<LeastRole, 'public' | 'signature'>): void {
  if (role === 'signed_in') return;
  if (!caller.emailVerified) throw new AppError('email_not_verified');
  if (role === 'verified' || role === 'buyer' || role === 'reader') return;
  if (role !== 'team') requirePermission(caller, role);
  else if (caller.role !== 'admin') throw new AppError('forbidden');
}

/** Throws `forbidden` without the permission. */
export function requirePermission({ permissions }: Pick<Caller, 'permissions'>, permission: Permission): void {
  if (!permissions.includes(permission)) throw new AppError('forbidden');
}

/** `GET /path` of each route that answers, without middleware. */
export const routesOf = <E extends Env>(app: Hono<E>): string[] =>
  inspectRoutes(app)
    .filter((route) => !route.isMiddleware)
    .map((route) => `${route.method} ${route.path}`);

/** Throws when the table and the routes are not the same. */
export function assertAccessIsComplete(routes: readonly string[], table: Readonly<Record<string, LeastRole>> = access): void {
  const open = routes.filter((route) => !Object.hasOwn(table, route));
  const gone = Object.keys(table).filter((route) => !routes.includes(route));
  if (open.length > 0) throw new Error(`routes without a row in platform/access.ts: ${open.join(', ')}`);
  if (gone.length > 0) throw new Error(`rows of platform/access.ts without a route: ${gone.join(', ')}`);
}

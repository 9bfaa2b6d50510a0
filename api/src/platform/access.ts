import type { Call, LeastRole, Who } from '@site/shared/contracts/calls.ts';
import { calls } from '@site/shared/contracts/endpoints.ts';
import { PERMISSIONS, type Permission } from '@site/shared/contracts/team.ts';
import type { Env, Hono } from 'hono';
import { inspectRoutes } from 'hono/dev';
import { AppError } from '../base/app-error.ts';
import type { Caller } from './auth.ts';

const leastOf = (who: Who): LeastRole => (typeof who === 'string' ? who : who.least);
type Least<W extends Who> = W extends { least: infer Role } ? Role : W;

/** The least role that each call needs (`shared/docs/product/` 1.6). The API does not start when a route is missing here. */
export const access = Object.fromEntries(Object.entries<Call>(calls).map(([route, { who }]) => [route, leastOf(who)])) as {
  readonly [Route in keyof typeof calls]: Least<(typeof calls)[Route]['who']>;
};

/**
 * Calls that need a sign-in within the last 15 minutes, also from an admin, because an unattended device must not be enough. These calls
 * cost money, reveal addresses, replace published files or legal texts, or change the team. A list of values limits the rule to paths that
 * end with one of the values.
 */
export const recentSignIn: { readonly [Route in keyof typeof access]?: 'always' | readonly string[] } = Object.fromEntries(
  Object.entries<Call>(calls).flatMap(([route, { who }]) =>
    typeof who === 'string' ? [] : [[route, who.recent === true ? 'always' : who.recent] as const],
  ),
);
const RECENT_MS = 15 * 60_000;

/** Returns whether a call of `route` at `path` needs a recent sign-in. */
export function needsRecentSignIn(route: string, path: string): boolean {
  const rule = Object.hasOwn(recentSignIn, route) ? recentSignIn[route as keyof typeof recentSignIn] : undefined;
  if (rule === undefined || rule === 'always') return rule === 'always';
  return rule.includes(decodedEnd(path));
}

/** Returns the last part of a path, decoded like a route parameter. */
function decodedEnd(path: string): string {
  const end = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(end);
  } catch {
    return end;
  }
}

/** Returns whether the caller signed in within the last 15 minutes. */
export const hasRecentSignIn = ({ signedInAt }: Pick<Caller, 'signedInAt'>, now: number): boolean => now - signedInAt <= RECENT_MS;

/** Throws `step_up_required` when the caller's sign-in is older than 15 minutes. */
export function requireRecentSignIn(caller: Pick<Caller, 'signedInAt'>, now: number): void {
  if (!hasRecentSignIn(caller, now)) throw new AppError('step_up_required');
}

/** Returns whether only members of the team may make the call. */
export const isForTeam = (role: LeastRole | undefined): boolean => role === 'team' || PERMISSIONS.some((permission) => permission === role);

/** Throws `email_not_verified` or `forbidden` when the caller's role is below `role`. */
export function requireRole(caller: Caller, role: Exclude<LeastRole, 'public' | 'signature'>): void {
  if (role === 'signed_in') return;
  if (!caller.emailVerified) throw new AppError('email_not_verified');
  if (role === 'verified' || role === 'buyer' || role === 'reader') return;
  if (role !== 'team') requirePermission(caller, role);
  else if (caller.role !== 'admin') throw new AppError('forbidden');
}

/** Throws `forbidden` when the caller lacks the permission. */
export function requirePermission({ permissions }: Pick<Caller, 'permissions'>, permission: Permission): void {
  if (!permissions.includes(permission)) throw new AppError('forbidden');
}

/** Returns `GET /path` for each route of the app, without middleware. */
export const routesOf = <E extends Env>(app: Hono<E>): string[] =>
  inspectRoutes(app)
    .filter((route) => !route.isMiddleware)
    .map((route) => `${route.method} ${route.path}`);

/** Throws when the routes and the access table do not match. */
export function assertAccessIsComplete(routes: readonly string[], table: Readonly<Record<string, LeastRole>> = access): void {
  const open = routes.filter((route) => !Object.hasOwn(table, route));
  const gone = Object.keys(table).filter((route) => !routes.includes(route));
  if (open.length > 0) throw new Error(`routes without a row in platform/access.ts: ${open.join(', ')}`);
  if (gone.length > 0) throw new Error(`rows of platform/access.ts without a route: ${gone.join(', ')}`);
}

import type { Calls, LeastRole, Who } from '@site/shared/contracts/calls.ts';
import { calls } from '@site/shared/contracts/endpoints.ts';
import { PERMISSIONS, type Permission } from '@site/shared/contracts/team.ts';
import type { Env, Hono } from 'hono';
import { inspectRoutes } from 'hono/dev';
import { AppError } from '../base/app-error.ts';
import type { Caller } from './auth.ts';

const leastOf = (who: Who): LeastRole => (typeof who === 'string' ? who : who.least);
type Least<W extends Who> = W extends { least: infer Role } ? Role : W;

/** What calls say themselves, in the form of the table. */
const accessOf = <const C extends Calls>(all: C) =>
  Object.fromEntries(Object.entries(all).map(([route, { who }]) => [route, leastOf(who)])) as {
    [Route in keyof C]: Least<C[Route]['who']>;
  };
const recentOf = (all: Calls) =>
  Object.fromEntries(
    Object.entries(all).flatMap(([route, { who }]) =>
      typeof who === 'string' ? [] : [[route, who.recent === true ? 'always' : who.recent] as const],
    ),
  );

/** Who may call what (`shared/product.md` 1.6). A route that is not listed here stops the start. */
export const access = {
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /api/ebooks': 'public',
  'GET /api/ebooks/featured': 'public',
  'GET /api/ebooks/:id': 'public',
  'POST /api/ebooks/:id/sample-letter': 'public',
  'GET /api/episodes': 'public',
  'GET /api/episodes/:slug': 'public',
  'GET /api/episodes/:slug/chapters': 'public',
  'GET /podcast.xml': 'public',
  'POST /api/waitlist': 'public',
  'POST /api/waitlist/confirm': 'public',
  'POST /api/waitlist/leave': 'public',
  'POST /api/reports': 'public',
  'POST /api/visits': 'public',
  'POST /api/quote': 'public',
  'POST /api/create-checkout-session': 'buyer',
  'POST /api/webhooks/stripe': 'signature',
  'POST /send-purchase-email': 'buyer',
  'POST /api/orders/:id/link': 'public',
  'GET /api/me': 'signed_in',
  'POST /api/me/admin': 'verified',
  'POST /api/me/team': 'verified',
  'DELETE /api/me': 'signed_in',
  'POST /api/me/password-letter': 'verified',
  'POST /api/me/sign-out': 'signed_in',
  'POST /api/me/sign-out-everywhere': 'signed_in',
  'GET /api/me/export': 'verified',
  'GET /api/me/library': 'reader',
  'GET /api/me/bought-ebooks': 'verified',
  'GET /api/me/orders': 'verified',
  'GET /api/me/orders/:id': 'reader',
  'POST /api/me/orders/:id/email': 'reader',
  'POST /api/me/orders/:id/cancel': 'reader',
  'POST /api/me/orders/:id/receive': 'reader',
  'POST /api/me/orders/:id/refund-request': 'reader',
  'GET /api/me/orders/:id/gifts': 'reader',
  'PUT /api/me/orders/:id/gifts/:giftId': 'reader',
  'POST /api/me/orders/:id/gifts/:giftId/link': 'reader',
  'POST /api/me/orders/:id/gifts/:giftId/own': 'verified',
  'POST /api/gifts/:id': 'public',
  'POST /api/gifts/:id/claim': 'verified',
  'GET /api/me/receipt-buyer': 'verified',
  'PUT /api/me/receipt-buyer': 'verified',
  'PUT /api/guest-receipt-buyer': 'public',
  'PUT /api/me/orders/:id/receipt-buyer': 'reader',
  'PUT /api/me/library/:ebookId/position': 'reader',
  'POST /api/me/library/:ebookId/download': 'reader',
  'GET /api/me/cart': 'verified',
  'PUT /api/me/cart': 'verified',
  'GET /api/me/listening': 'verified',
  'PUT /api/me/listening/:episodeId': 'verified',
  'GET /api/completed-orders': 'people',
  'GET /users': 'people',
  'GET /user-photo/:uid': 'people',
  'GET /api/admin/search': 'team',
  'GET /api/admin/orders': 'people',
  'GET /api/admin/orders.csv': 'lists',
  'GET /api/admin/orders/:id': 'people',
  'POST /api/admin/orders/:id/email': 'people',
  'PUT /api/admin/orders/:id/buyer-email': 'people',
  'POST /api/admin/orders/:id/link': 'people',
  'POST /api/admin/orders/:id/refunds': 'money',
  'POST /api/admin/orders/:id/refund-refusal': 'money',
  'GET /api/admin/orders/:id/gifts': 'people',
  'POST /api/admin/orders/:id/gifts/:giftId/email': 'people',
  'POST /api/admin/orders/:id/gifts/:giftId/closing': 'people',
  'POST /api/admin/orders/:id/receipts': 'money',
  'GET /api/admin/receipts.csv': 'money',
  'POST /api/admin/uploads': 'content',
  'POST /api/admin/book-tables': 'content',
  'GET /api/admin/ebooks': 'content',
  'POST /api/admin/ebooks': 'content',
  'GET /api/admin/ebooks/:id': 'content',
  'PUT /api/admin/ebooks/:id': 'content',
  'DELETE /api/admin/ebooks/:id': 'content',
  'PUT /api/admin/ebooks/:id/pdf': 'content',
  'PUT /api/admin/ebooks/:id/cover': 'content',
  'PUT /api/admin/ebooks/:id/sale': 'money',
  'GET /api/admin/ebooks/:id/sales': 'money',
  'POST /api/admin/ebooks/:id/sale-preview': 'money',
  'PUT /api/admin/ebooks/:id/launch': 'content',
  'PUT /api/admin/ebooks/:id/sample': 'content',
  'POST /api/admin/ebooks/:id/file-link': 'content',
  'GET /api/admin/ebooks/:id/versions': 'content',
  'POST /api/admin/ebooks/:id/versions/:version/file-link': 'content',
  'POST /api/admin/ebooks/:id/versions/:version/restore': 'content',
  'GET /api/admin/channel': 'content',
  'GET /api/admin/episodes': 'content',
  'GET /api/admin/episodes/:id': 'content',
  'PUT /api/admin/episodes/:id': 'content',
  'GET /api/admin/episodes/:id/free-slug': 'content',
  'POST /api/admin/episodes/:id/preview': 'content',
  'POST /api/admin/episodes/:id/picture-uploads': 'content',
  'PUT /api/admin/episodes/:id/picture': 'content',
  'DELETE /api/admin/posts/:id': 'content',
  'POST /api/admin/people': 'people',
  'GET /api/admin/people/:id': 'people',
  'DELETE /api/admin/people/:id': 'site',
  'PUT /api/admin/people/:id/note': 'people',
  'POST /api/admin/people/:id/gifts': 'money',
  'DELETE /api/admin/people/:id/gifts/:orderId': 'money',
  'DELETE /api/admin/people/:id/imported-books/:purchaseId': 'money',
  'GET /api/admin/people/:id/export': 'site',
  'GET /api/admin/coupons': 'money',
  'POST /api/admin/coupons': 'money',
  'PUT /api/admin/coupons/:id': 'money',
  'GET /api/admin/bundles': 'money',
  'POST /api/admin/bundles': 'money',
  'PUT /api/admin/bundles/:id': 'money',
  'DELETE /api/admin/promotions/:id': 'money',
  'GET /api/admin/support': 'site',
  'POST /api/admin/channel-readings': 'content',
  'POST /api/admin/channel-lookups': 'site',
  // Each task concerns the admins with its permission (`taskPermissions`).
  'GET /api/admin/tasks': 'team',
  'PUT /api/admin/task-snoozes': 'team',
  'GET /api/admin/changes': 'site',
  'GET /api/admin/changes.csv': 'site',
  'GET /api/admin/payouts': 'numbers',
  'GET /api/admin/team': 'site',
  'POST /api/admin/team/invitations': 'site',
  'DELETE /api/admin/team/invitations/:id': 'site',
  'PUT /api/admin/team/:uid/role': 'site',
  'DELETE /api/admin/team/:uid': 'site',
  'POST /api/admin/brand-uploads': 'site',
  'POST /api/admin/brand-pictures': 'site',
  'GET /api/admin/setup': 'site',
  'PUT /api/admin/setup-skips': 'site',
  'GET /api/admin/settings': 'site',
  'POST /api/admin/test-emails': 'site',
  'GET /api/admin/test-emails/:id': 'site',
  'POST /api/admin/doctor-runs': 'site',
  'GET /api/client-address': 'public',
  ...accessOf(calls),
} as const satisfies Record<string, LeastRole>;

/**
 * What costs money, gives addresses away, replaces what readers read or what the shop declares, or says who runs it: also an admin does it
 * only within 15 minutes of a sign-in, so that an unattended device is not enough. With values, only for a path that ends with one of them.
 */
export const recentSignIn: { readonly [route in keyof typeof access]?: 'always' | readonly string[] } = {
  'POST /api/admin/orders/:id/refunds': 'always',
  'PUT /api/admin/orders/:id/buyer-email': 'always',
  'GET /api/admin/orders.csv': 'always',
  'POST /api/admin/orders/:id/receipts': 'always',
  'GET /api/admin/receipts.csv': 'always',
  'POST /api/admin/people/:id/gifts': 'always',
  'GET /api/admin/people/:id/export': 'always',
  'DELETE /api/admin/people/:id': 'always',
  'GET /api/admin/changes.csv': 'always',
  'POST /api/admin/uploads': 'always',
  'POST /api/admin/brand-uploads': 'always',
  'POST /api/admin/ebooks': 'always',
  'POST /api/admin/episodes/:id/picture-uploads': 'always',
  'PUT /api/admin/ebooks/:id/pdf': 'always',
  'POST /api/admin/ebooks/:id/versions/:version/restore': 'always',
  'POST /api/admin/team/invitations': 'always',
  'PUT /api/admin/team/:uid/role': 'always',
  'DELETE /api/admin/team/:uid': 'always',
  'POST /api/admin/doctor-runs': 'always',
  ...recentOf(calls),
};
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

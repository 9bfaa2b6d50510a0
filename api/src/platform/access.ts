import type { Calls, LeastRole, Who } from '@site/shared/contracts/calls.ts';
import type { ContentKey } from '@site/shared/contracts/content.ts';
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
  'GET /api/testimonials': 'public',
  'GET /api/posts': 'public',
  'GET /api/posts/:slug': 'public',
  'GET /textos.xml': 'public',
  'GET /api/brand': 'public',
  'GET /api/site': 'public',
  'GET /api/pages/home': 'public',
  'GET /api/pages/about': 'public',
  'GET /api/pages/contact': 'public',
  'GET /api/legal/:document': 'public',
  'POST /api/contact': 'public',
  'POST /api/newsletter': 'public',
  'POST /api/newsletter/confirm': 'public',
  'POST /api/newsletter/unsubscribe': 'public',
  'GET /api/newsletter/one-click': 'public',
  'POST /api/newsletter/one-click': 'public',
  'POST /api/reports': 'public',
  'POST /api/visits': 'public',
  'GET /sitemap.xml': 'public',
  'GET /api/password-ranges/:prefix': 'public',
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
  'GET /api/me/newsletter': 'verified',
  'PUT /api/me/newsletter': 'verified',
  'PUT /api/me/library/:ebookId/position': 'reader',
  'POST /api/me/library/:ebookId/download': 'reader',
  'GET /api/me/cart': 'verified',
  'PUT /api/me/cart': 'verified',
  'GET /api/completed-orders': 'people',
  'GET /api/stats': 'numbers',
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
  'GET /api/admin/posts': 'content',
  'POST /api/admin/posts': 'content',
  'POST /api/admin/post-uploads': 'content',
  'POST /api/admin/post-pictures': 'content',
  'GET /api/admin/posts/:id': 'content',
  'PUT /api/admin/posts/:id': 'content',
  'DELETE /api/admin/posts/:id': 'content',
  'PUT /api/admin/posts/:id/drafts/:locale': 'content',
  'POST /api/admin/posts/:id/preview': 'content',
  'POST /api/admin/posts/:id/publication': 'content',
  'POST /api/admin/posts/:id/withdrawal': 'content',
  'GET /api/admin/posts/:id/versions': 'content',
  'GET /api/admin/posts/:id/versions/:locale/:version': 'content',
  'POST /api/admin/posts/:id/versions/:locale/:version/restore': 'content',
  'GET /api/admin/letters': 'content',
  'POST /api/admin/letters': 'content',
  'POST /api/admin/letter-audience': 'content',
  'GET /api/admin/sender-domain': 'send',
  'POST /api/admin/sender-domain': 'send',
  'GET /api/admin/letters/:id': 'content',
  'PUT /api/admin/letters/:id': 'content',
  'DELETE /api/admin/letters/:id': 'content',
  'POST /api/admin/letters/:id/preview': 'content',
  'POST /api/admin/letters/:id/test': 'content',
  'POST /api/admin/letters/:id/sending': 'send',
  'POST /api/admin/letters/:id/undo': 'send',
  'POST /api/admin/letters/:id/pause': 'send',
  'POST /api/admin/letters/:id/resume': 'send',
  'POST /api/admin/letters/:id/cancellation': 'send',
  'POST /api/admin/letters/:id/unknown': 'send',
  'POST /api/admin/letters/:id/settlement': 'send',
  'GET /api/admin/series': 'content',
  'PUT /api/admin/series': 'send',
  'POST /api/admin/series/steps': 'send',
  'PUT /api/admin/series/steps/:id': 'send',
  'POST /api/admin/series/steps/:id/removal': 'send',
  'GET /api/admin/messages': 'people',
  'PUT /api/admin/messages/:id/state': 'people',
  'PUT /api/admin/messages/:id/assignee': 'people',
  'GET /api/admin/message-assignees': 'people',
  'POST /api/admin/messages/spam': 'people',
  'DELETE /api/admin/messages/:id': 'people',
  'POST /api/admin/messages/:id/replies': 'people',
  'DELETE /api/admin/messages/:id/replies/:replyId': 'people',
  'GET /api/admin/saved-answers': 'people',
  'POST /api/admin/people': 'people',
  'GET /api/admin/people/:id': 'people',
  'DELETE /api/admin/people/:id': 'site',
  'PUT /api/admin/people/:id/note': 'people',
  'POST /api/admin/people/:id/gifts': 'money',
  'DELETE /api/admin/people/:id/gifts/:orderId': 'money',
  'DELETE /api/admin/people/:id/imported-books/:purchaseId': 'money',
  'GET /api/admin/people/:id/export': 'site',
  'GET /api/admin/subscribers': 'lists',
  'GET /api/admin/subscribers.csv': 'lists',
  'GET /api/admin/coupons': 'money',
  'POST /api/admin/coupons': 'money',
  'PUT /api/admin/coupons/:id': 'money',
  'GET /api/admin/bundles': 'money',
  'POST /api/admin/bundles': 'money',
  'PUT /api/admin/bundles/:id': 'money',
  'DELETE /api/admin/promotions/:id': 'money',
  'GET /api/admin/imports': 'lists',
  'POST /api/admin/imports': 'lists',
  'GET /api/admin/imports/:id': 'lists',
  'DELETE /api/admin/imports/:id': 'lists',
  'DELETE /api/admin/imports/:id/refused-rows': 'lists',
  'GET /api/admin/imports/:id/columns': 'lists',
  'PUT /api/admin/imports/:id/columns': 'lists',
  'POST /api/admin/imports/:id/reading': 'lists',
  'PUT /api/admin/imports/:id/products': 'lists',
  'POST /api/admin/imports/:id/start': 'lists',
  'POST /api/admin/imports/:id/undo': 'lists',
  'POST /api/admin/imports/:id/proof-uploads': 'lists',
  'PUT /api/admin/imports/:id/proof': 'lists',
  'POST /api/admin/imports/:id/proof-link': 'lists',
  'GET /api/admin/imports/:id/refused.csv': 'lists',
  'GET /api/admin/imports/:id/kept.csv': 'lists',
  'GET /api/admin/notices': 'people',
  'PUT /api/admin/notices': 'people',
  'GET /api/admin/page-reports': 'numbers',
  'GET /api/admin/changes': 'site',
  'GET /api/admin/changes.csv': 'site',
  'GET /api/admin/analytics': 'numbers',
  'GET /api/admin/analytics.csv': 'numbers',
  'GET /api/admin/payouts': 'numbers',
  'GET /api/admin/subscriber-growth': 'numbers',
  'GET /api/admin/visits': 'numbers',
  'GET /api/admin/visits/page': 'numbers',
  'GET /api/admin/visits.csv': 'numbers',
  'GET /api/admin/content': 'content',
  // Each text wants a permission of its own (`contentPermissions`), which the route asks for.
  'GET /api/admin/content/:key': 'team',
  'PUT /api/admin/content/:key': 'team',
  'POST /api/admin/content/:key/preview': 'team',
  'GET /api/admin/content/:key/versions': 'team',
  'GET /api/admin/content/:key/versions/:version': 'team',
  'GET /api/admin/team': 'site',
  'POST /api/admin/team/invitations': 'site',
  'DELETE /api/admin/team/invitations/:id': 'site',
  'PUT /api/admin/team/:uid/role': 'site',
  'DELETE /api/admin/team/:uid': 'site',
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
  'GET /api/admin/subscribers.csv': 'always',
  'POST /api/admin/people/:id/gifts': 'always',
  'GET /api/admin/people/:id/export': 'always',
  'DELETE /api/admin/people/:id': 'always',
  'GET /api/admin/changes.csv': 'always',
  'POST /api/admin/imports': 'always',
  'POST /api/admin/imports/:id/start': 'always',
  'POST /api/admin/imports/:id/undo': 'always',
  'POST /api/admin/imports/:id/proof-uploads': 'always',
  'POST /api/admin/imports/:id/proof-link': 'always',
  'GET /api/admin/imports/:id/kept.csv': 'always',
  'GET /api/admin/imports/:id/refused.csv': 'always',
  'POST /api/admin/team/invitations': 'always',
  'PUT /api/admin/team/:uid/role': 'always',
  'DELETE /api/admin/team/:uid': 'always',
  'PUT /api/admin/content/:key': ['terms', 'privacy', 'contact', 'brand'] satisfies ContentKey[],
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

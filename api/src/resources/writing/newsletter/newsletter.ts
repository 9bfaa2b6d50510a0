import { newsletterCalls } from '@site/shared/contracts/newsletter.ts';
import { paths } from '@site/shared/paths/paths.ts';
import type { Context } from 'hono';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { ApiEnv } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { confirmSubscription, requestSubscription, unsubscribe } from './newsletter.service.ts';

/** Checks the form that a mailbox's own unsubscribe button posts (RFC 8058, 3.1), in either form encoding. Throws `invalid_input`. */
export async function requireOneClick(c: Context<ApiEnv>): Promise<void> {
  const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>);
  if (form['List-Unsubscribe'] !== 'One-Click') throw new AppError('invalid_input', { fields: { 'List-Unsubscribe': 'required' } });
}

export const newsletterHandlers = handle(newsletterCalls, {
  'POST /api/newsletter': ({ deps, body }) => requestSubscription(deps, body),
  'POST /api/newsletter/confirm': ({ deps, body }) => confirmSubscription(deps, body.token),
  'POST /api/newsletter/unsubscribe': ({ deps, body }) => unsubscribe(deps, body.token),
  'GET /api/newsletter/one-click': async ({ deps, c }) =>
    c.redirect(`${deps.env.SITE_URL}${paths.newsletterUnsubscribe.href(c.req.query('token') ?? '')}`, 303),
  'POST /api/newsletter/one-click': async ({ deps, c }) => {
    await requireOneClick(c);
    return c.json(await unsubscribe(deps, c.req.query('token') ?? ''));
  },
  'GET /api/me/newsletter': async ({ sql, caller }) => ({
    subscribed: v.parse(v.boolean(), await sql.isSubscribed({ email: caller.email })),
  }),
  'PUT /api/me/newsletter': async ({ deps, sql, caller, body }) => {
    const subscribed = v.parse(v.boolean(), await sql.setSubscription({ email: caller.email, ...body }));
    deps.log.info({ uid: caller.uid, subscribed }, 'newsletter subscription changed');
    return { subscribed };
  },
});

import type { MyNewsletter } from '@site/shared/contracts/newsletter.ts';
import { paths } from '@site/shared/paths/paths.ts';
import type { Context, Hono } from 'hono';
import { AppError } from '../../base/app-error.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, newRouter } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { confirmSubscription, isSubscribed, requestSubscription, setSubscription, unsubscribe } from './newsletter.service.ts';

/** What the mailbox's own button posts (RFC 8058, 3.1), as either kind of form. */
export async function requireOneClick(c: Context<ApiEnv>): Promise<void> {
  const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>);
  if (form['List-Unsubscribe'] !== 'One-Click') throw new AppError('invalid_input', { fields: { 'List-Unsubscribe': 'required' } });
}

export const newsletterRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .post('/api/newsletter', async (c) => {
      const deps = c.get('deps');
      const request = await bodyOf(c, 'POST /api/newsletter');
      await limitUse(deps, 'newsletter', { address: addressOf(c) });
      return c.json(await requestSubscription(deps, request));
    })
    .post('/api/newsletter/confirm', async (c) => {
      const { token } = await bodyOf(c, 'POST /api/newsletter/confirm');
      return c.json(await confirmSubscription(c.get('deps'), token));
    })
    .post('/api/newsletter/unsubscribe', async (c) => {
      const { token } = await bodyOf(c, 'POST /api/newsletter/unsubscribe');
      return c.json(await unsubscribe(c.get('deps'), token));
    })
    // A mailbox without the button opens the address instead: that shows the page, whose own button then unsubscribes.
    .get('/api/newsletter/one-click', (c) =>
      c.redirect(`${c.get('deps').env.SITE_URL}${paths.newsletterUnsubscribe.href(c.req.query('token') ?? '')}`, 303),
    )
    .post('/api/newsletter/one-click', async (c) => {
      await requireOneClick(c);
      return c.json(await unsubscribe(c.get('deps'), c.req.query('token') ?? ''));
    })
    .get('/api/me/newsletter', async (c) =>
      c.json({ subscribed: await isSubscribed(c.get('deps').data, c.get('caller').email) } satisfies MyNewsletter),
    )
    .put('/api/me/newsletter', async (c) => {
      const deps = c.get('deps');
      const caller = c.get('caller');
      const change = await bodyOf(c, 'PUT /api/me/newsletter');
      await limitUse(deps, 'newsletter_switch', { person: caller.uid, address: addressOf(c) });
      return c.json({ subscribed: await setSubscription(deps, caller, change) } satisfies MyNewsletter);
    });

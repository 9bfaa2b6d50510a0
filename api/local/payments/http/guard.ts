import type { MiddlewareHandler } from 'hono';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Rejects requests of other sites' pages: host names that resolve to this machine (DNS rebinding), and forms or calls that another site's
 * page sends through the developer's browser.
 */
export function guardLocal(publicUrl: string): MiddlewareHandler {
  const publicHost = new URL(publicUrl).hostname;
  return async (c, next) => {
    const host = (c.req.header('host') ?? '').replace(/:\d+$/, '');
    if (!LOOPBACK.has(host) && host !== publicHost) return c.text('The local Stripe answers only on this machine.', 421);
    const from = c.req.header('sec-fetch-site');
    const isWrite = !['GET', 'HEAD'].includes(c.req.method);
    if (isWrite && from && from !== 'same-origin' && from !== 'none') return c.text('Only pages of the local Stripe may do this.', 403);
    return await next();
  };
}

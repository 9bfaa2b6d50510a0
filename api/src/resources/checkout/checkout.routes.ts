import { CURRENCY_COOKIE, LOCALE_COOKIE } from '@site/shared/preferences/preferences.ts';
import { getCookieName, resolvePreferences, type Wishes } from '@site/shared/preferences/resolve-preferences.ts';
import type { Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { ApiEnv } from '../../platform/deps.ts';
import { addressOf, bodyOf, callerOfPublic, newRouter } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { quoteCart } from '../promotions/quote.service.ts';
import { chooseCurrency, startCheckout } from './checkout.service.ts';

/** What the visitor asks for, as the shell's server reads it. */
function readWishes(c: Context<ApiEnv>): Wishes {
  const { env } = c.get('deps');
  const isSecure = env.SITE_URL.startsWith('https:');
  return resolvePreferences({
    cookies: Object.fromEntries([LOCALE_COOKIE, CURRENCY_COOKIE].map((name) => [name, getCookie(c, getCookieName(name, isSecure))])),
    acceptLanguage: c.req.header('accept-language'),
  });
}

export const checkoutRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .post('/api/quote', async (c) => {
      const deps = c.get('deps');
      const { items, coupon, currency } = await bodyOf(c, 'POST /api/quote');
      const address = addressOf(c);
      await limitUse(deps, 'quote', { address });
      if (coupon !== undefined) await limitUse(deps, 'coupon', { address });
      const cart = { items, coupon, currency: await chooseCurrency(deps, currency, readWishes(c)) };
      return c.json(await quoteCart(deps, cart, await callerOfPublic(c)));
    })
    .post('/api/create-checkout-session', async (c) => {
      const deps = c.get('deps');
      const caller = c.get('caller');
      const request = await bodyOf(c, 'POST /api/create-checkout-session');
      await limitUse(deps, 'checkout', { person: caller.uid, address: addressOf(c) });
      return c.json(await startCheckout(deps, caller, request, readWishes(c)));
    });

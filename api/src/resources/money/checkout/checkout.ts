import { type CheckoutRequest, checkoutCalls } from '@site/shared/contracts/checkout.ts';
import type { Guest } from '@site/shared/contracts/guest.ts';
import { CURRENCY_COOKIE, LOCALE_COOKIE } from '@site/shared/preferences/preferences.ts';
import { getCookieName, resolvePreferences, type Wishes } from '@site/shared/preferences/resolve-preferences.ts';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { AppError } from '../../../base/app-error.ts';
import type { Caller } from '../../../platform/auth.ts';
import { passesBotCheck } from '../../../platform/bot-check.ts';
import type { ApiEnv } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { addressOf, callerOfPublic } from '../../../platform/http.ts';
import { mailboxOf } from '../../../platform/mailbox.ts';
import { limitUse } from '../../../platform/rate-limit.ts';
import { limitGuesses } from '../../shop/promotions/coupon-guesses.ts';
import { type Asker, quoteCart } from '../../shop/promotions/quote.service.ts';
import { requestSubscription } from '../../writing/newsletter/newsletter.service.ts';
import { browserDigest, guestDigest } from '../orders/guest-key.ts';
import { type Buyer, chooseCurrency, startCheckout } from './checkout.service.ts';

/** Returns the visitor's language and currency, read in the same way as by the shell's server. */
function readWishes(c: Context<ApiEnv>): Wishes {
  const { env } = c.get('deps');
  const isSecure = env.SITE_URL.startsWith('https:');
  return resolvePreferences({
    cookies: Object.fromEntries([LOCALE_COOKIE, CURRENCY_COOKIE].map((name) => [name, getCookie(c, getCookieName(name, isSecure))])),
    acceptLanguage: c.req.header('accept-language'),
  });
}

/**
 * Returns the buyer after checking the limits. Throws `unauthenticated` without an account and an address, `too_many_requests`, and
 * `invalid_input` when the bot check fails.
 */
async function admitBuyer(c: Context<ApiEnv>, caller: Caller | undefined, guest: CheckoutRequest['guest']): Promise<Buyer> {
  const deps = c.get('deps');
  if (caller) {
    await limitUse(deps, 'checkout', { person: caller.uid, address: addressOf(c) });
    return { uid: caller.uid, guestDigest: null, browserDigest: null, email: caller.email, name: caller.name ?? '' };
  }
  if (!guest) throw new AppError('unauthenticated');
  await limitUse(deps, 'guest_checkout', { mailbox: mailboxOf(guest.email), address: addressOf(c) });
  if (!passesBotCheck(guest)) throw new AppError('invalid_input', { fields: { guest: 'too_fast' } });
  return { uid: null, guestDigest: guestDigest(guest), browserDigest: browserDigest(guest), email: guest.email, name: '' };
}

/** Returns a buyer who is known by the browser only. The address is not confirmed. */
const askerOf = (guest: Guest | undefined): Asker | null =>
  guest ? { uid: null, email: guest.email, emailVerified: false, guestDigest: guestDigest(guest) } : null;

export const checkoutHandlers = handle(checkoutCalls, {
  'POST /api/quote': async ({ deps, c, body: { items, coupon, currency, guest } }) => {
    const cart = { items, coupon, currency: await chooseCurrency(deps, currency, readWishes(c)) };
    const asker = (await callerOfPublic(c)) ?? askerOf(guest);
    return await limitGuesses(
      deps,
      { coupon, address: addressOf(c) },
      () => quoteCart(deps, cart, asker),
      ({ couponProblem }) => couponProblem?.reason !== 'unknown',
    );
  },
  'POST /api/create-checkout-session': async ({ deps, c, caller, body: { guest, ...request } }) => {
    const wishes = readWishes(c);
    const answer = await startCheckout(deps, await admitBuyer(c, caller, guest), request, { ...wishes, address: addressOf(c) });
    if ('linkSentTo' in answer && guest?.newsletterConsent) {
      const { newsletterConsent: consentVersion, ...asked } = guest;
      await requestSubscription(deps, { ...asked, consentVersion, locale: request.locale ?? wishes.locale, source: 'checkout' });
    }
    return answer;
  },
});

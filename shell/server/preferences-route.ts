import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { parseReturnTo } from '@site/shared/paths.ts';
import { CURRENCY_COOKIE, LOCALE_COOKIE } from '@site/shared/preferences/preferences.ts';
import { getCookieName } from '@site/shared/preferences/resolve-preferences.ts';
import { withoutLanguage } from '@site/shared/texts/language-address.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { setCookie } from 'hono/cookie';
import type { BodyData } from 'hono/utils/body';
import { type ShellEnv, YEAR_SECONDS } from './answers.ts';

/** Two choices and a path of at most 2,000 characters. */
const MAX_FORM_BYTES = 16 * 1024;

/** Keeps the language and currency that a visitor chooses, in cookies. */
export function preferencesRoute(isSecure: boolean): Hono<ShellEnv> {
  const limitForm = bodyLimit({ maxSize: MAX_FORM_BYTES, onError: (context) => context.text('Too large', 413, { connection: 'close' }) });
  return new Hono<ShellEnv>().post('/preferences', limitForm, async (context) => {
    if (!isSameOrigin(context)) return context.text('Forbidden', 403);
    const form = await formOf(context);
    if (!form) return context.text('Bad request', 400);
    const keep = (name: string, value: unknown, known: readonly string[]): void => {
      if (typeof value !== 'string' || !known.includes(value)) return;
      setCookie(context, getCookieName(name, isSecure), value, {
        path: '/',
        maxAge: YEAR_SECONDS,
        sameSite: 'Lax',
        httpOnly: true,
        secure: isSecure,
      });
    };
    keep(LOCALE_COOKIE, form.locale, LOCALES);
    keep(CURRENCY_COOKIE, form.currency, CURRENCIES);
    // The language of the address would win over the one that was just chosen.
    return context.redirect(withoutLanguage(parseReturnTo(typeof form.returnTo === 'string' ? form.returnTo : null) ?? '/'), 303);
  });
}

/** Forms of other sites may not choose for our visitors. */
function isSameOrigin(context: Context): boolean {
  const site = context.req.header('sec-fetch-site');
  if (site) return site === 'same-origin';
  const origin = context.req.header('origin');
  return !origin || (URL.canParse(origin) && new URL(origin).host === context.req.header('host'));
}

/** The form in the body, or null when it is none. */
async function formOf(context: Context): Promise<BodyData | null> {
  try {
    return await context.req.parseBody();
  } catch {
    return null;
  }
}

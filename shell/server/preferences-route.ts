import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { parseReturnTo } from '@site/shared/paths/return-to.ts';
import { CURRENCY_COOKIE, LOCALE_COOKIE } from '@site/shared/preferences/preferences.ts';
import { getCookieName } from '@site/shared/preferences/resolve-preferences.ts';
import { withoutLanguage } from '@site/shared/texts/language-address.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import { Hono } from 'hono';
import { setCookie } from 'hono/cookie';
import { type ShellEnv, YEAR_SECONDS } from './answers.ts';
import { formOf, ownForms } from './own-forms.ts';

/** Stores the language and currency that a visitor chose in cookies. */
export function preferencesRoute(isSecure: boolean): Hono<ShellEnv> {
  return new Hono<ShellEnv>().post('/preferences', ...ownForms, async (context) => {
    const form = await formOf(context);
    if (!form) return context.text('Bad request', 400);
    const keep = (name: string, value: string | null, known: readonly string[]): void => {
      if (value === null || !known.includes(value)) return;
      setCookie(context, getCookieName(name, isSecure), value, {
        path: '/',
        maxAge: YEAR_SECONDS,
        sameSite: 'Lax',
        httpOnly: true,
        secure: isSecure,
      });
    };
    keep(LOCALE_COOKIE, form.get('locale'), LOCALES);
    keep(CURRENCY_COOKIE, form.get('currency'), CURRENCIES);
    // Removes the language from the URL. Otherwise it would override the language that the visitor has just chosen.
    return context.redirect(withoutLanguage(parseReturnTo(form.get('returnTo')) ?? '/'), 303);
  });
}

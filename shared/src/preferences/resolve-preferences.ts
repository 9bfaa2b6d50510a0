import { CURRENCIES, type Currency, currencyFacts } from '../money/currencies.ts';
import { LOCALES, type Locale } from '../texts/locales.ts';
import { CURRENCY_COOKIE, LOCALE_COOKIE, type Preferences } from './preferences.ts';

/** Preferences from a visitor's request. Currency is null if none was chosen and the browser's languages suggest none. */
export type Wishes = Omit<Preferences, 'currency' | 'timeZone'> & { readonly currency: Currency | null };

type Given = {
  /** The language in the address, see `LANGUAGE_PARAM`. */
  addressed?: string | undefined;
  cookies: Readonly<Record<string, string | undefined>>;
  acceptLanguage: string | undefined;
};

/**
 * Returns the name of a preference cookie. With TLS the name has a prefix, with which no other host of the same domain can set the cookie.
 */
export const getCookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

/**
 * Returns the language of the address, or else the visitor's choice (cookies), or else a suggestion from the browser's languages and
 * regions.
 */
export function resolvePreferences({ addressed, cookies, acceptLanguage }: Given): Wishes {
  const tags = parseLanguageTags(acceptLanguage);
  const named = LOCALES.find((known) => known === addressed) ?? LOCALES.find((known) => known === cookies[LOCALE_COOKIE]);
  const locale = named ?? firstOf(tags, localeOf) ?? LOCALES[0];
  const currency = CURRENCIES.find((known) => known === cookies[CURRENCY_COOKIE]) ?? firstOf(tags, currencyOf) ?? null;
  return { locale, currency };
}

/** Returns the tags of an Accept-Language header by descending weight, such as `['pt-BR', 'en']`. */
export function parseLanguageTags(header = ''): string[] {
  return header
    .split(',')
    .slice(0, 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find((value) => value !== undefined);
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

const localeOf = (tag: string): Locale | undefined => {
  const language = tag.split('-')[0]?.toLowerCase();
  return LOCALES.find((locale) => locale.split('-')[0] === language);
};

function currencyOf(tag: string): Currency | undefined {
  const region = tag.split('-')[1]?.toUpperCase() ?? '';
  return CURRENCIES.find((currency) => currencyFacts(currency).regions.includes(region));
}

function firstOf<T>(tags: readonly string[], pick: (tag: string) => T | undefined): T | undefined {
  for (const tag of tags) {
    const found = pick(tag);
    if (found !== undefined) return found;
  }
  return undefined;
}

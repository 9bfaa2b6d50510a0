import { CURRENCIES, type Currency } from '@site/shared/money/money.ts';
import { CURRENCY_COOKIE, LOCALE_COOKIE } from '@site/shared/preferences/preferences.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import type { Wishes } from '../src/server/wishes.ts';

type Given = {
  /** The language that the address names, see `LANGUAGE_PARAM`. */
  addressed: string | undefined;
  cookies: Readonly<Record<string, string | undefined>>;
  acceptLanguage: string | undefined;
  timeZone: string;
};

/**
 * The language of the address, else what the visitor chose (cookies), else what his browser's languages and their regions
 * suggest.
 */
export function wishesOf({ addressed, cookies, acceptLanguage, timeZone }: Given): Wishes {
  const tags = languageTags(acceptLanguage);
  const named = LOCALES.find((known) => known === addressed) ?? LOCALES.find((known) => known === cookies[LOCALE_COOKIE]);
  const locale = named ?? firstOf(tags, localeOf) ?? LOCALES[0];
  const currency = CURRENCIES.find((known) => known === cookies[CURRENCY_COOKIE]) ?? firstOf(tags, currencyOf) ?? null;
  return { locale, currency, timeZone };
}

/** Tags of an Accept-Language header by falling weight, such as `['pt-BR', 'en']`. */
export function languageTags(header = ''): string[] {
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

const CURRENCY_OF_REGION: Readonly<Record<string, Currency>> = { BR: 'BRL', US: 'USD', NZ: 'NZD' };
const currencyOf = (tag: string): Currency | undefined => CURRENCY_OF_REGION[tag.split('-')[1]?.toUpperCase() ?? ''];

function firstOf<T>(tags: readonly string[], pick: (tag: string) => T | undefined): T | undefined {
  for (const tag of tags) {
    const found = pick(tag);
    if (found !== undefined) return found;
  }
  return undefined;
}

import type { Currency } from '@site/shared/money/currencies.ts';
import { parseLanguageTags, resolvePreferences } from '@site/shared/preferences/resolve-preferences.ts';
import { describe, expect, it } from 'vitest';
import { grant } from './wishes.ts';

const guess = (acceptLanguage: string | undefined, cookies: Record<string, string> = {}, addressed?: string) => {
  const { locale, currency } = grant(resolvePreferences({ addressed, cookies, acceptLanguage }), null).preferences;
  return `${locale} ${currency}`;
};

describe('language and currency of a visitor', () => {
  it.each([
    [undefined, 'pt-BR BRL'],
    ['', 'pt-BR BRL'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR BRL'],
    ['pt-PT', 'pt-BR BRL'],
    ['en-US,en;q=0.9', 'en USD'],
    ['en-NZ', 'en NZD'],
    ['en', 'en BRL'],
    ['fr-FR,fr;q=0.9', 'pt-BR BRL'],
    ['de;q=1,en;q=0.5,pt;q=0.9', 'pt-BR BRL'],
    ['*', 'pt-BR BRL'],
    ['en;q=0', 'pt-BR BRL'],
    [`en-${'x'.repeat(5_000)}`, 'pt-BR BRL'],
  ])('the language and the currency of a visitor are guessed from %j as %s', (header, guessed) => expect(guess(header)).toBe(guessed));

  it('the language and the currency of a visitor are those that the visitor chose', () =>
    expect(guess('en-US', { locale: 'pt-BR', currency: 'NZD' })).toBe('pt-BR NZD'));
  it.each([
    ['en', 'en BRL'],
    ['pt-BR', 'pt-BR BRL'],
    ['EN', 'pt-BR BRL'],
    ['fr', 'pt-BR BRL'],
    ['__proto__', 'pt-BR BRL'],
  ])('a URL with ?lang=%s sets the language whatever was chosen: %s', (addressed, guessed) =>
    expect(guess('pt-BR', { locale: 'pt-BR' }, addressed)).toBe(guessed),
  );
  it('the language and the currency of a visitor are guessed if the cookie is invalid', () =>
    expect(guess('en-US', { locale: 'xx', currency: '../' })).toBe('en USD'));
});

describe('the currency of a page', () => {
  const wishes = (currency: Currency | null) => ({ locale: 'pt-BR', currency }) as const;
  const shop: Parameters<typeof grant>[1] = { currencies: { sold: ['NZD', 'USD'], default: 'NZD' }, timeZone: 'Pacific/Auckland' };

  it.each([
    ['USD', 'USD'],
    ['BRL', 'NZD'],
    [null, 'NZD'],
  ] as const)('a page requested in %s is in %s where dollars are sold', (wished, shown) =>
    expect(grant(wishes(wished), shop)).toMatchObject({
      preferences: { currency: shown, timeZone: 'Pacific/Auckland' },
      currencies: ['USD', 'NZD'],
    }),
  );
  it("the currency of a page is the Brazilian real while the shop's currencies are unknown", () =>
    expect(grant(wishes(null), null)).toMatchObject({ preferences: { currency: 'BRL' }, currencies: ['BRL', 'USD', 'NZD'] }));
});

it('language tags are sorted by weight', () => expect(parseLanguageTags('a1,de;q=0.2, en ;q=0.8,pt')).toEqual(['pt', 'en', 'de']));

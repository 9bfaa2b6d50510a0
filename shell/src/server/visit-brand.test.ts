import { aBrand } from '@site/shared/testing/builders.ts';
import { expect, test } from 'vitest';
import { settingsOf } from './visit-brand.ts';

const settings = {
  siteUrl: 'https://raiz.example',
  identity: { projectId: 'p', apiKey: 'k', authDomain: 'd', isProxied: false },
  playerUrl: 'https://player.example',
  reportsShare: 1,
};

test.each([
  ['neither key', false, { isTestMode: false }, false],
  ['the shell’s own key', true, { isTestMode: false }, true],
  ['the API’s key if the shell has none', false, { isTestMode: true }, true],
  ['the shell’s own key while the API is down', true, null, true],
  ['an unknown key', false, null, false],
])('a page shows whether payments are a test, according to %s', (_, isTestMode, info, expected) => {
  expect(settingsOf({ ...settings, isTestMode }, aBrand(), info, 'pt-BR').isTestMode).toBe(expected);
});

test('pages of a site without a published name do not show its host as the author', () => {
  const brandOf = (author: string, locale: 'pt-BR' | 'en') =>
    settingsOf({ ...settings, isTestMode: false }, { ...aBrand(), author }, null, locale).brand;
  expect(brandOf('raiz.example', 'pt-BR')).toMatchObject({ author: 'quem escreve aqui', isUnnamed: true });
  expect(brandOf('raiz.example', 'en').author).toBe('the author');
  expect(brandOf('Marina', 'en').author).toBe('Marina');
});

import { expect, test } from 'vitest';
import { isSecretLinkKey, secretLinkKey } from './secret-links.ts';

const SECRET = 's'.repeat(32);
const ID = '7d444840-9dc0-4d1b-8f6e-3f2a1c9e5b10';

test("a secret link's key is the same each time it is made, and is safe in a URL", () => {
  const key = secretLinkKey(SECRET, 'gift', ID, 1);
  expect(key).toMatch(/^[\w-]{22}$/);
  expect(secretLinkKey(SECRET, 'gift', ID, 1)).toBe(key);
  expect(isSecretLinkKey(SECRET, 'gift', ID, 1, key)).toBe(true);
});

test("a secret link's key is invalid under another secret, kind, id or generation", () => {
  const key = secretLinkKey(SECRET, 'gift', ID, 1);
  expect(isSecretLinkKey('t'.repeat(32), 'gift', ID, 1, key)).toBe(false);
  expect(isSecretLinkKey(SECRET, 'order', ID, 1, key)).toBe(false);
  expect(isSecretLinkKey(SECRET, 'gift', ID.replace('7', '8'), 1, key)).toBe(false);
  expect(isSecretLinkKey(SECRET, 'gift', ID, 2, key)).toBe(false);
});

test.each(['', 'x', 'é'.repeat(22)])('the text %j is no key, and neither is a key with an extra character', (key) => {
  expect(isSecretLinkKey(SECRET, 'gift', ID, 1, key)).toBe(false);
  expect(isSecretLinkKey(SECRET, 'gift', ID, 1, `${secretLinkKey(SECRET, 'gift', ID, 1)}=`)).toBe(false);
});

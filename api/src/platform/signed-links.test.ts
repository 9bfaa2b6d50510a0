import { expect, test } from 'vitest';
import { readLink, type SignedLink, signLink } from './signed-links.ts';

const SECRET = 's'.repeat(32);
const link: SignedLink = {
  purpose: 'newsletter_confirm',
  id: '7d444840-9dc0-4d1b-8f6e-3f2a1c9e5b10',
  generation: 3,
  expiresAt: 1_800_000_000_000,
};

test('a signed link contains what was signed, and is safe in a URL', () => {
  const token = signLink(SECRET, link);
  expect(readLink(SECRET, 'newsletter_confirm', token)).toEqual(link);
  expect(token).toMatch(/^[\w-]+[.][\w-]+$/);
  expect(encodeURIComponent(token)).toBe(token);
});

test('a signed link is invalid for another purpose and under another secret', () => {
  const token = signLink(SECRET, link);
  expect(readLink(SECRET, 'newsletter_unsubscribe', token)).toBeNull();
  expect(readLink('t'.repeat(32), 'newsletter_confirm', token)).toBeNull();
});

test('a signed link is rejected after a change of one character, even if it decodes to the same bytes', () => {
  const token = signLink(SECRET, link);
  for (let at = 0; at < token.length; at += 1) {
    for (const sign of ['A', 'B', '.', '=', 'é']) {
      if (token[at] === sign) continue;
      const altered = `${token.slice(0, at)}${sign}${token.slice(at + 1)}`;
      expect(readLink(SECRET, 'newsletter_confirm', altered), altered).toBeNull();
    }
  }
});

test.each(['', '.', '..', 'a.b', 'a.b.c', `${signLink(SECRET, link)}.x`, '\u0000'])('the text %j is no signed link', (token) => {
  expect(readLink(SECRET, 'newsletter_confirm', token)).toBeNull();
});

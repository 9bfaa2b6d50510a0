import { describe, expect, it } from 'vitest';
import { paths } from './paths.ts';
import { parseReturnTo, readReturnToOfMail } from './return-to.ts';

const TAB = String.fromCharCode(9);
const LINE = String.fromCharCode(10);
const RETURN = String.fromCharCode(13);
const NUL = String.fromCharCode(0);

/** Links that try to lead a person who has just signed in to another site. */
const HOSTILE = [
  'https://evil.example',
  'http://evil.example/cart',
  'HTTPS://evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example/cart',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '/cart\\..\\..\\evil.example',
  `/${TAB}/evil.example`,
  `/${LINE}/evil.example`,
  `/${RETURN}${LINE}/evil.example`,
  `${TAB}//evil.example`,
  `/${NUL}/evil.example`,
  ' //evil.example',
  ' /cart',
  'evil.example',
  '@evil.example',
  'https:evil.example',
  'https:/evil.example',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  `java${TAB}script:alert(1)`,
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  '/..//evil.example',
  '/.//evil.example',
  '/cart/..//evil.example',
  '/%2e%2e//evil.example',
  `/${'a'.repeat(2_000)}`,
  '',
];

describe('the return address after sign-in', () => {
  it.each(HOSTILE)('a return address is never %j', (value) => expect(parseReturnTo(value)).toBeNull());
  it.each(HOSTILE)('a return address from an emailed link is never %j', (value) => {
    const continueUrl = new URL('https://site.example/confirm-email');
    continueUrl.searchParams.set('returnTo', value);
    expect(readReturnToOfMail(continueUrl.href)).toBeNull();
    expect(readReturnToOfMail(value)).toBeNull();
  });
  it.each(['/cart', '/user-dashboard?tab=orders', '/shop#todos', '/podcast/um-episodio', '/a?next=https://evil.example', '/'])(
    'a return address may be %s of this site',
    (value) => {
      expect(parseReturnTo(value)).toBe(value);
      expect(readReturnToOfMail(`https://site.example${paths.confirmEmail.href(value)}`)).toBe(value);
    },
  );
  it('a return address from an email keeps only the path, whichever site it names', () =>
    expect(readReturnToOfMail('https://evil.example/?returnTo=%2Fcart')).toBe('/cart'));
  it('a return address is carried from page to page', () => {
    for (const page of [paths.signIn, paths.signUp, paths.forgotPassword, paths.checkEmail, paths.confirmEmail]) {
      expect(page.href()).toBe(page.pattern);
      expect(page.href('/cart?a=1')).toBe(`${page.pattern}?returnTo=%2Fcart%3Fa%3D1`);
    }
  });
});

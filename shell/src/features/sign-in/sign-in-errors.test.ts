import { describe, expect, it } from 'vitest';
import { problemOf } from './sign-in-errors.ts';
import { signInTexts } from './texts.ts';

const providerError = (code: string) => Object.assign(new Error('Firebase: internals (auth/…)'), { code: `auth/${code}` });
const said = (code: string, method: 'password' | 'google' = 'password') => {
  const problem = problemOf(providerError(code), method);
  return problem && signInTexts.en.errors[problem];
};

describe('what the sign-in page says', () => {
  it.each([
    ['invalid-email', 'Invalid email format'],
    ['wrong-password', 'Incorrect password'],
    ['user-not-found', 'User not found'],
    ['internal-error', 'Failed to sign in'],
    ['constructor', 'Failed to sign in'],
  ])('of %s, in the words of the specification', (code, sentence) => expect(said(code)).toBe(sentence));

  it('the same of a wrong password and an unknown person, where the provider does not tell them apart', () => {
    expect(said('invalid-credential')).toBe('Incorrect email or password');
  });
  it('of Google', () => expect(said('internal-error', 'google')).toBe('Failed to sign in with Google'));
  it('nothing of a window that was closed', () => expect(problemOf(providerError('popup-closed-by-user'), 'google')).toBeNull());
  it('never what the provider says', () => expect(problemOf(new Error('Firebase: 10.0.0.7 refused'), 'password')).toBe('failed'));
});

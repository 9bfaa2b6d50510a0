import { describe, expect, it } from 'vitest';
import { type Attempt, problemOf } from './account-problems.ts';
import { accountTexts } from './texts.ts';

const providerError = (code: string) => Object.assign(new Error('Firebase: internals (auth/…)'), { code: `auth/${code}` });
const said = (code: string, attempt: Attempt = 'sign-in') => {
  const problem = problemOf(providerError(code), attempt);
  return problem && { pt: accountTexts['pt-BR'].problems[problem], en: accountTexts.en.problems[problem] };
};

describe('the sentences about failures of the identity provider', () => {
  it.each([
    ['invalid-email', 'Formato de e-mail inválido', 'Invalid email format'],
    ['wrong-password', 'Senha incorreta', 'Incorrect password'],
    ['user-not-found', 'Usuário não encontrado', 'User not found'],
    ['invalid-credential', 'E-mail ou senha incorretos', 'Incorrect email or password'],
    ['invalid-login-credentials', 'E-mail ou senha incorretos', 'Incorrect email or password'],
    ['email-already-in-use', /já tem uma conta/, /already has an account/],
    ['too-many-requests', /muitas tentativas/, /Too many attempts/],
    ['expired-action-code', /expirou/, /expired/],
    ['invalid-action-code', /já foi usado/, /already been used/],
    ['user-disabled', /desativada/, /disabled/],
    ['user-token-expired', /sessão terminou/, /session has ended/],
    ['requires-recent-login', /entre de novo/, /sign in again/],
    ['weak-password', 'A senha deve ter pelo menos 6 caracteres', /at least 6 characters/],
    ['password-does-not-meet-requirements', /não é aceita/, /not accepted/],
    ['timeout', /Verifique sua internet/, /Check your internet/],
    ['network-request-failed', /Verifique sua internet/, /Check your internet/],
    ['popup-blocked', /Permita janelas/, /Allow pop-ups/],
    ['account-exists-with-different-credential', /Entre com a senha/, /Sign in with the password/],
  ])('the error %s has its own sentence in both languages, whatever the person tried to do', (code, pt, en) => {
    const matching = (expected: string | RegExp) => (typeof expected === 'string' ? expected : expect.stringMatching(expected));
    for (const attempt of ['sign-in', 'sign-up', 'google', 'forgot-password', 'action'] as const)
      expect(said(code, attempt)).toEqual({ pt: matching(pt), en: matching(en) });
  });

  it.each([
    ['sign-in', 'Falha ao entrar', 'Failed to sign in'],
    ['google', 'Falha ao entrar com Google', 'Failed to sign in with Google'],
    ['sign-up', 'Falha ao criar conta', 'Failed to create the account'],
    ['forgot-password', /Não foi possível enviar/, /could not be sent/],
    ['action', /Não foi possível concluir/, /did not work/],
  ] as const)('an unknown error is shown as a failed %s', (attempt, pt, en) => {
    for (const code of ['internal-error', 'constructor', '']) {
      expect(said(code, attempt)?.pt).toMatch(pt);
      expect(said(code, attempt)?.en).toMatch(en);
    }
  });

  it.each(['popup-closed-by-user', 'cancelled-popup-request', 'user-cancelled'])(
    'the error %s, with which a person cancels, is not shown',
    (code) => expect(problemOf(providerError(code), 'google')).toBeNull(),
  );
  it("the identity provider's own error message is never shown", () => {
    expect(problemOf(new Error('Firebase: 10.0.0.7 refused'), 'sign-in')).toBe('sign-in');
    expect(problemOf('10.0.0.7', 'action')).toBe('action');
  });
});

import type { accountTexts } from './texts.ts';

export type AccountProblem = keyof (typeof accountTexts)['pt-BR']['problems'];

/** The attempted action. Its sentence is shown for every error code without a sentence of its own. */
export type Attempt = Extract<AccountProblem, 'sign-in' | 'sign-up' | 'google' | 'forgot-password' | 'action'>;

/** The identity provider's error codes that have a sentence of their own. */
const KNOWN = [
  'invalid-email',
  'wrong-password',
  'user-not-found',
  'invalid-credential',
  'email-already-in-use',
  'weak-password',
  'password-does-not-meet-requirements',
  'too-many-requests',
  'user-disabled',
  'user-token-expired',
  'requires-recent-login',
  'expired-action-code',
  'invalid-action-code',
  'network-request-failed',
  'popup-blocked',
  'account-exists-with-different-credential',
  'invalid-verification-code',
  'code-expired',
] as const satisfies readonly AccountProblem[];

/** Further error codes with the same meaning as one above. */
const ALIASES: ReadonlyMap<string, AccountProblem> = new Map([
  ['timeout', 'network-request-failed'],
  ['invalid-multi-factor-session', 'code-expired'],
  ['multi-factor-info-not-found', 'code-expired'],
  ['invalid-login-credentials', 'invalid-credential'],
]);

/** The person closed Google's window or opened another one, which is not an error. */
const CANCELLED = ['popup-closed-by-user', 'cancelled-popup-request', 'user-cancelled'];

/**
 * Returns the sentence that a page shows for an error of the identity provider. Null if the page shows nothing. The provider's own message
 * is never shown.
 */
export function problemOf(error: unknown, attempt: Attempt): AccountProblem | null {
  const code = error instanceof Error && 'code' in error ? String(error.code).replace(/^auth\//, '') : '';
  if (attempt === 'google' && CANCELLED.includes(code)) return null;
  return KNOWN.find((known) => known === code) ?? ALIASES.get(code) ?? attempt;
}

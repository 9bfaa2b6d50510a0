import type { signInTexts } from './texts.ts';

export type SignInProblem = keyof (typeof signInTexts)['pt-BR']['errors'];

/** Codes of the identity provider that have a sentence of their own. */
const KNOWN = [
  'invalid-email',
  'wrong-password',
  'user-not-found',
  'invalid-credential',
  'too-many-requests',
  'user-disabled',
  'network-request-failed',
  'popup-blocked',
  'account-exists-with-different-credential',
] as const satisfies readonly SignInProblem[];

/** The person closed the window, or opened another: nothing went wrong. */
const CANCELLED = ['popup-closed-by-user', 'cancelled-popup-request', 'user-cancelled'];

/**
 * What the page says about a failed sign-in (specification §8), or null when there is nothing to say. The provider's own
 * message is never shown (decision 17).
 */
export function problemOf(error: unknown, method: 'password' | 'google'): SignInProblem | null {
  const code = error instanceof Error && 'code' in error ? String(error.code).replace(/^auth\//, '') : '';
  if (method === 'google' && CANCELLED.includes(code)) return null;
  return KNOWN.find((known) => known === code) ?? (method === 'google' ? 'google' : 'failed');
}

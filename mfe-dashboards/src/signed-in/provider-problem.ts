import { useTexts } from '@site/shared/site/site.ts';
import { providerProblemTexts } from './provider-problem-texts.ts';

type ProviderProblem = keyof (typeof providerProblemTexts)['pt-BR'];

/** Error codes of the identity provider that have their own sentence. */
const KNOWN = {
  'wrong-password': 'wrong',
  'invalid-credential': 'wrong',
  'invalid-login-credentials': 'wrong',
  'user-mismatch': 'mismatch',
  'weak-password': 'weak',
  'password-does-not-meet-requirements': 'requirements',
  'too-many-requests': 'tooMany',
  'network-request-failed': 'network',
  timeout: 'network',
  'popup-blocked': 'blocked',
  'credential-already-in-use': 'taken',
  'email-already-in-use': 'taken',
  'account-exists-with-different-credential': 'taken',
  'popup-closed-by-user': 'closed',
  'cancelled-popup-request': 'closed',
  'user-cancelled': 'closed',
  'user-token-expired': 'ended',
  'requires-recent-login': 'ended',
  'invalid-verification-code': 'code',
  'code-expired': 'late',
  'invalid-multi-factor-session': 'late',
  'multi-factor-info-not-found': 'late',
  'operation-not-allowed': 'off',
} as const satisfies Record<string, ProviderProblem>;

const isKnown = (code: string): code is keyof typeof KNOWN => code in KNOWN;

function providerProblem(error: unknown): ProviderProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code).replace(/^auth\//, '') : '';
  return isKnown(code) ? KNOWN[code] : 'other';
}

/** Returns the sentence for a refusal of the identity provider. The provider's own message is never shown. */
export const useProviderSentence = (error: unknown): string => useTexts(providerProblemTexts)[providerProblem(error)];

import type { AccountProblem } from '../../account-forms/account-problems.ts';
import { MIN_PASSWORD } from '../../account-forms/password-field.tsx';

/** The fields in the order of the page. */
export const CHECKED_FIELDS = ['email', 'password', 'confirmation'] as const;
type CheckedField = (typeof CHECKED_FIELDS)[number];

export type SignUpFields = Readonly<Record<'name' | CheckedField, string>>;
export type SignUpProblems = Partial<Record<CheckedField, AccountProblem | 'mismatch'>>;

/** Returns the typed fields. The password is not changed in any way. */
export function fieldsOf(form: HTMLFormElement): SignUpFields {
  const data = new FormData(form);
  const read = (name: string) => String(data.get(name) ?? '');
  return { name: read('name').trim(), email: read('email').trim(), password: read('password'), confirmation: read('confirmation') };
}

const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Returns all errors that the page can find before sending. */
export function problemsOf(fields: SignUpFields): SignUpProblems {
  const { email, password, confirmation } = fields;
  const found: SignUpProblems = {};
  if (!email) found.email = 'missing';
  else if (!LOOKS_LIKE_EMAIL.test(email)) found.email = 'invalid-email';
  if (!password) found.password = 'missing';
  else if (password.length < MIN_PASSWORD) found.password = 'weak-password';
  if (!confirmation) found.confirmation = 'missing';
  else if (password && confirmation !== password) found.confirmation = 'mismatch';
  return found;
}

/** Returns the field that an error of the provider concerns, or null. */
export function fieldOf(problem: AccountProblem): CheckedField | null {
  switch (problem) {
    case 'invalid-email':
    case 'email-already-in-use':
      return 'email';
    case 'weak-password':
    case 'password-does-not-meet-requirements':
      return 'password';
    default:
      return null;
  }
}

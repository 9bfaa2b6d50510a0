import type { AccountProblem } from '../../account-forms/account-problems.ts';
import { MIN_PASSWORD } from '../../account-forms/password-field.tsx';

/** In the order of the page. */
export const CHECKED_FIELDS = ['email', 'password', 'confirmation'] as const;
type CheckedField = (typeof CHECKED_FIELDS)[number];

export type SignUpFields = Readonly<Record<'name' | CheckedField, string>>;
export type SignUpProblems = Partial<Record<CheckedField, AccountProblem | 'mismatch'>>;

/** What was typed. A password is taken as it is. */
export function fieldsOf(form: HTMLFormElement): SignUpFields {
  const data = new FormData(form);
  const read = (name: string) => String(data.get(name) ?? '');
  return { name: read('name').trim(), email: read('email').trim(), password: read('password'), confirmation: read('confirmation') };
}

/** What the page itself can refuse (specification §5). */
export function problemsOf(fields: SignUpFields): SignUpProblems {
  const empty = CHECKED_FIELDS.filter((name) => !fields[name]);
  if (empty.length > 0) return Object.fromEntries(empty.map((name) => [name, 'missing']));
  if (fields.password.length < MIN_PASSWORD) return { password: 'weak-password' };
  return fields.confirmation === fields.password ? {} : { confirmation: 'mismatch' };
}

/** The field that a refusal of the provider is about, or null when it is about none. */
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

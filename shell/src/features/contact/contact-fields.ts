import { CONTACT_LIMITS } from '@site/shared/contracts/form-rules.ts';

export const FIELDS = ['name', 'email', 'subject', 'message'] as const;
export type Field = (typeof FIELDS)[number];
export type Fields = Readonly<Record<Field, string>>;

/** The possible errors of a field. */
export type Problem = 'required' | 'invalid' | 'too_long';
export type Problems = Readonly<Partial<Record<Field, Problem>>>;

/** Returns the typed fields after the contract's normalization. */
export function fieldsOf(form: FormData): Fields {
  const typed = (field: Field): string => String(form.get(field) ?? '').trim();
  return { name: typed('name'), email: typed('email'), subject: typed('subject'), message: typed('message') };
}

const limits: Partial<Record<Field, number>> = CONTACT_LIMITS;

/** Returns `required` or `too_long` if the length of a field is wrong; otherwise null. */
export function lengthProblemOf(field: Field, text: string): Exclude<Problem, 'invalid'> | null {
  if (!text) return 'required';
  return text.length > (limits[field] ?? Number.POSITIVE_INFINITY) ? 'too_long' : null;
}

/** Returns the errors that the visitor can correct before sending. The browser decides whether an email address is valid. */
export function problemsOf(form: HTMLFormElement): Problems {
  const fields = fieldsOf(new FormData(form));
  const problemOf = (field: Field): Problem | null => {
    const control = form.elements.namedItem(field);
    const isNoAddress = control instanceof HTMLInputElement && control.validity.typeMismatch;
    return lengthProblemOf(field, fields[field]) ?? (isNoAddress ? 'invalid' : null);
  };
  return Object.fromEntries(FIELDS.map((field) => [field, problemOf(field)]).filter(([, problem]) => problem));
}

import { useLocation } from '@site/shared/site/site.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';

/** The address that a person types, for the form's field, and as what the next page of the account is told: it is never typed twice. */
export function useTypedEmail() {
  const { state } = useLocation();
  const told: Record<string, unknown> = state && typeof state === 'object' ? state : {};
  const carried = typeof told.email === 'string' ? told.email : '';
  const [email, setEmail] = useState(carried);
  const input = useRef<HTMLInputElement>(null);

  // What was typed before the page was alive is in the field only.
  useEffect(() => setEmail(input.current?.value ?? ''), []);

  return {
    field: { ref: input, defaultValue: carried, onInput: (event: FormEvent<HTMLInputElement>) => setEmail(event.currentTarget.value) },
    state: { ...told, email: email.trim() },
  };
}

import { useLocation } from '@site/shared/site/site.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';

/**
 * Returns the email address that a person types, as props for the form's field and as state for the next account page, so that nobody types
 * it twice.
 */
export function useTypedEmail() {
  const { state } = useLocation();
  const told: Record<string, unknown> = state && typeof state === 'object' ? state : {};
  const carried = typeof told.email === 'string' ? told.email : '';
  const [email, setEmail] = useState(carried);
  const input = useRef<HTMLInputElement>(null);

  // React does not know a text that was typed before hydration, so it is read from the field.
  useEffect(() => setEmail(input.current?.value ?? ''), []);

  return {
    field: { ref: input, defaultValue: carried, onInput: (event: FormEvent<HTMLInputElement>) => setEmail(event.currentTarget.value) },
    state: { ...told, email: email.trim() },
  };
}

import { useLocation } from '@site/shared/site/site.ts';
import { type FormEvent, useState } from 'react';

/** The address that a person types, for the form's field, and as what the next page of the account is told: nobody types it twice. */
export function useTypedEmail() {
  const { state } = useLocation();
  const told: Record<string, unknown> = state && typeof state === 'object' ? state : {};
  const carried = typeof told.email === 'string' ? told.email : '';
  const [email, setEmail] = useState(carried);
  return {
    field: { defaultValue: carried, onInput: (event: FormEvent<HTMLInputElement>) => setEmail(event.currentTarget.value) },
    state: { ...told, email: email.trim() },
  };
}

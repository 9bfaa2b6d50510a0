import type { KeyboardEvent } from 'react';

/** For a search inside a form: Enter searches, and does not send the form. */
export function keepFormUnsent(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

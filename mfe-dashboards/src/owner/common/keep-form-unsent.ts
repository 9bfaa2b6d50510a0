import type { KeyboardEvent } from 'react';

/** Handles Enter in a search field inside a form: Enter searches, and does not send the form. */
export function keepFormUnsent(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

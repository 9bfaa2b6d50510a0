import type { Preferences } from '@site/shared/preferences/preferences.ts';

/** Stores a choice for later pages: the server sets the cookie. The current page has changed already. */
export function savePreferences(change: Partial<Preferences>): void {
  const request = { method: 'POST', body: new URLSearchParams(change), redirect: 'manual', keepalive: true } as const;
  fetch('/preferences', request).catch((error: unknown) => reportError(error));
}

import type { Preferences } from '@site/shared/preferences/preferences.ts';

/** Keeps a choice for the next pages: the server sets the cookie that it reads. The page itself has changed already. */
export function savePreferences(change: Partial<Preferences>): void {
  const request = { method: 'POST', body: new URLSearchParams(change), redirect: 'manual', keepalive: true } as const;
  fetch('/preferences', request).catch((error: unknown) => reportError(error));
}

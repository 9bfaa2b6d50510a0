import { tabStore } from '@site/shared/device/storage.ts';

/** The same purchase is not asked for twice within so long. */
const WINDOW_MS = 5_000;

const SENT = 'purchase-email-sent';
const SHOWN = 'purchase-toast-shown';

/** Milliseconds until this purchase may be asked for again; 0 for now. */
export function msUntilAllowed(sessionId: string, now: number): number {
  const sentAt = Number(tabStore.read(`${SENT}:${sessionId}`));
  return Math.max(0, Math.min(WINDOW_MS, sentAt + WINDOW_MS - now));
}

export const markSent = (sessionId: string, now: number): void => tabStore.write(`${SENT}:${sessionId}`, String(now));

/** True the first time in this tab: a purchase is celebrated, and taken out of the cart, once. */
export function isFirstShowing(sessionId: string): boolean {
  const key = `${SHOWN}:${sessionId}`;
  if (tabStore.read(key)) return false;
  tabStore.write(key, '1');
  return true;
}

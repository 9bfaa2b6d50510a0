import { tabStore } from '@site/shared/device/storage.ts';

/** The wait before the same purchase is requested again, in milliseconds. */
const WINDOW_MS = 5_000;

const SENT = 'purchase-email-sent';
const SHOWN = 'purchase-toast-shown';

/** Returns the milliseconds until this purchase may be requested again, or 0 for now. */
export function msUntilAllowed(sessionId: string, now: number): number {
  const sentAt = Number(tabStore.read(`${SENT}:${sessionId}`));
  return Math.max(0, Math.min(WINDOW_MS, sentAt + WINDOW_MS - now));
}

export const markSent = (sessionId: string, now: number): void => tabStore.write(`${SENT}:${sessionId}`, String(now));

/** Returns true at the first call in this tab, so that a purchase is celebrated and removed from the cart only once. */
export function isFirstShowing(sessionId: string): boolean {
  const key = `${SHOWN}:${sessionId}`;
  if (tabStore.read(key)) return false;
  tabStore.write(key, '1');
  return true;
}

import { useEffect, useState } from 'react';

export type MailKind = 'verification' | 'password-reset';

/** The wait before the site sends the same email again, in milliseconds. */
const MAIL_WAIT_MS = 60_000;

const keyOf = (kind: MailKind) => `mail-sent:${kind}`;
const sameAddress = (email: string) => email.trim().toLowerCase();

/** Records in this tab that an email of this kind was just sent to `email`. */
export function noteMail(kind: MailKind, email: string): void {
  try {
    sessionStorage.setItem(keyOf(kind), JSON.stringify({ email: sameAddress(email), at: Date.now() }));
  } catch {
    // If the browser blocks storage, the wait ends when the page closes.
  }
}

/** Returns when this tab last sent such an email to `email`, or null. */
function sentAt(kind: MailKind, email: string): number | null {
  try {
    const sent = JSON.parse(sessionStorage.getItem(keyOf(kind)) ?? 'null') as { email?: unknown; at?: unknown } | null;
    return sent?.email === sameAddress(email) && typeof sent.at === 'number' ? sent.at : null;
  } catch {
    return null;
  }
}

/** Returns the seconds until such an email may be sent to `email` again. */
export function secondsToWait(kind: MailKind, email: string): number {
  const at = sentAt(kind, email);
  if (at === null) return 0;
  const left = at + MAIL_WAIT_MS - Date.now();
  // If somebody set the clock back, the person must not wait for hours.
  return left > MAIL_WAIT_MS ? 0 : Math.max(0, Math.ceil(left / 1_000));
}

/** Returns the remaining seconds, updated every second, and whether this tab has sent such an email. Before hydration both are unknown. */
export function useMailWait(kind: MailKind, email: string | null): { secondsLeft: number; wasSent: boolean } {
  const [, setTick] = useState(0);
  // Time passes outside React, so a timer updates the state.
  useEffect(() => {
    if (email === null) return;
    const timer = setInterval(() => setTick((tick) => tick + 1), 1_000);
    return () => clearInterval(timer);
  }, [email]);
  if (email === null) return { secondsLeft: 0, wasSent: false };
  return { secondsLeft: secondsToWait(kind, email), wasSent: sentAt(kind, email) !== null };
}

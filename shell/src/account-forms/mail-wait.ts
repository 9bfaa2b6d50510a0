import { useEffect, useState } from 'react';

export type MailKind = 'verification' | 'password-reset';

/** So long after a mail the same one is not sent again, in milliseconds. */
const MAIL_WAIT_MS = 60_000;

const keyOf = (kind: MailKind) => `mail-sent:${kind}`;
const sameAddress = (email: string) => email.trim().toLowerCase();

/** Remembers, for this tab, that a mail of this kind has just gone to `email`. */
export function noteMail(kind: MailKind, email: string): void {
  try {
    sessionStorage.setItem(keyOf(kind), JSON.stringify({ email: sameAddress(email), at: Date.now() }));
  } catch {
    // Without storage the wait ends with the page.
  }
}

/** When this tab last sent such a mail to `email`, or null. */
function sentAt(kind: MailKind, email: string): number | null {
  try {
    const sent = JSON.parse(sessionStorage.getItem(keyOf(kind)) ?? 'null') as { email?: unknown; at?: unknown } | null;
    return sent?.email === sameAddress(email) && typeof sent.at === 'number' ? sent.at : null;
  } catch {
    return null;
  }
}

/** Seconds until such a mail may go to `email` again. */
export function secondsToWait(kind: MailKind, email: string): number {
  const at = sentAt(kind, email);
  if (at === null) return 0;
  const left = at + MAIL_WAIT_MS - Date.now();
  // A clock that was set back must not make anybody wait for hours.
  return left > MAIL_WAIT_MS ? 0 : Math.max(0, Math.ceil(left / 1_000));
}

/** The same as it goes by, and whether this tab sent such a mail at all. Nothing is known before the page is alive. */
export function useMailWait(kind: MailKind, email: string | null): { secondsLeft: number; wasSent: boolean } {
  const [, setTick] = useState(0);
  // Time passes outside of React.
  useEffect(() => {
    if (email === null) return;
    const timer = setInterval(() => setTick((tick) => tick + 1), 1_000);
    return () => clearInterval(timer);
  }, [email]);
  if (email === null) return { secondsLeft: 0, wasSent: false };
  return { secondsLeft: secondsToWait(kind, email), wasSent: sentAt(kind, email) !== null };
}

import type { Message as InboxMessage } from '../../../api/local/mail/inbox.ts';

type Message = Pick<InboxMessage, 'subject' | 'text' | 'html' | 'links' | 'headers'>;

/** Returns helpers for the inbox at `address`: the emails that arrived, and the refusals that it simulates. */
export function mailTools(address: string) {
  async function inbox(to: string, wait = false): Promise<Message[]> {
    const answer = await fetch(`${address}/messages?${new URLSearchParams({ to, ...(wait ? { wait: '10' } : {}) })}`);
    return (await answer.json()) as Message[];
  }
  const emptyInbox = async () => {
    await fetch(`${address}/messages`, { method: 'DELETE' });
  };

  /**
   * Makes the mail server refuse emails to `to`, permanently with 5xx or temporarily with 4xx. It refuses the address, or the email itself
   * with `at`, in the words of `says`. Without an argument it refuses nothing any more.
   */
  async function refuseMail(refusal?: { to: string; code: number; times?: number; at?: 'mail'; says?: string }): Promise<void> {
    const answer = await fetch(`${address}/_local/refusals`, {
      method: refusal ? 'POST' : 'DELETE',
      body: refusal ? JSON.stringify(refusal) : null,
    });
    if (!answer.ok) throw new Error(`refusals: ${answer.status} ${await answer.text()}`);
  }

  /** Sets how long the mail server checks each later email before it accepts it. */
  async function slowMail(mailMs: number): Promise<void> {
    await fetch(`${address}/_local/slowness`, { method: 'POST', body: JSON.stringify({ mailMs }) });
  }

  return { inbox, emptyInbox, refuseMail, slowMail };
}

import type { Message as InboxMessage } from '../../../api/local/mail/inbox.ts';

type Message = Pick<InboxMessage, 'subject' | 'text' | 'html' | 'links' | 'headers'>;

/** What arrived at the inbox at `address`, and what it refuses. */
export function mailTools(address: string) {
  async function inbox(to: string, wait = false): Promise<Message[]> {
    const answer = await fetch(`${address}/messages?${new URLSearchParams({ to, ...(wait ? { wait: '10' } : {}) })}`);
    return (await answer.json()) as Message[];
  }
  const emptyInbox = async () => {
    await fetch(`${address}/messages`, { method: 'DELETE' });
  };

  /** The mail server refuses mail to `to`: for good with 5xx, for now with 4xx; its address, or the mail (`at`), in words of its own (`says`). Without it, none any more. */
  async function refuseMail(refusal?: { to: string; code: number; times?: number; at?: 'mail'; says?: string }): Promise<void> {
    const answer = await fetch(`${address}/_local/refusals`, {
      method: refusal ? 'POST' : 'DELETE',
      body: refusal ? JSON.stringify(refusal) : null,
    });
    if (!answer.ok) throw new Error(`refusals: ${answer.status} ${await answer.text()}`);
  }

  /** For how long the mail server looks at each mail that comes from now on before it says that it has it. */
  async function slowMail(mailMs: number): Promise<void> {
    await fetch(`${address}/_local/slowness`, { method: 'POST', body: JSON.stringify({ mailMs }) });
  }

  return { inbox, emptyInbox, refuseMail, slowMail };
}

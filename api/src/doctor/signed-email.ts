import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { type Mail, messageId } from '../gateways/mail/mail.ts';
import type { Mailbox, OpenMailbox } from '../gateways/mailbox/mailbox.ts';
import { Fault } from './check.ts';
import { familyOf } from './sender-domain.ts';

/** Headers that a signature must cover, so that mailboxes show their own unsubscribe button (RFC 8058, 4). */
const LEAVE_HEADERS = ['list-unsubscribe', 'list-unsubscribe-post'];
/** If the test email arrives too late, a check that is repeated within this time still uses the email. */
const TAKEN_FOR_MINUTES = 10;
const LOOK_EVERY_MS = 1_000;
const MINUTE_MS = 60_000;

type Trial = {
  mail: Mail;
  mailbox: Mailbox;
  /** The sender's address. The test email goes to this address, because bounces also arrive there. */
  address: string;
  /** Distinguishes the test emails of the normal route and of the newsletter's route. */
  key: string;
  words: { subject: string; text: string };
  siteUrl: string;
  /** The key with which `mail` creates Message-IDs. */
  secret: string;
  patienceMs: number;
};

/**
 * Sends an email to its own sender and reads its signature in the author's mailbox. Resolves to that signature. Throws `Fault` when no
 * email arrived in time, or when mailboxes would not accept it as the domain's.
 */
export async function askForSignature({ mail, mailbox, address, key, words, siteUrl, secret, patienceMs }: Trial): Promise<string> {
  const end = Date.now() + patienceMs;
  const minute = Math.floor(Date.now() / MINUTE_MS);
  const keys = Array.from({ length: TAKEN_FOR_MINUTES }, (_, ago) => `doctor:${key}:${minute - ago}`);
  const ids = keys.map((one) => messageId(secret, one, address));
  await mail.send({
    key: keys[0] ?? key,
    to: address,
    subject: words.subject,
    text: words.text,
    html: `<p>${words.text}</p>`,
    headers: { 'List-Unsubscribe': `<${siteUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  });
  const raw = await mailbox.open(async (open) => {
    for (;;) {
      const found = await findNewest(open, ids);
      if (found && (found.id === ids[0] || Date.now() + LOOK_EVERY_MS > end)) return await open.getMail(found.uid);
      if (Date.now() + LOOK_EVERY_MS > end) return null;
      await sleep(LOOK_EVERY_MS);
    }
  });
  if (!raw) throw new Fault(`${address}: ∅, ${patienceMs / 1_000} s`);
  return await readSignature(raw, address.slice(address.lastIndexOf('@') + 1).toLowerCase());
}

async function findNewest(open: OpenMailbox, ids: readonly string[]): Promise<{ uid: number; id: string } | null> {
  const uids = await open.listMails(null, 1);
  const heads = uids.length > 0 ? await open.getHeads(uids) : [];
  for (const id of ids) {
    const head = heads.find(({ messageId }) => messageId === id);
    if (head) return { uid: head.uid, id };
  }
  return null;
}

const tagsOf = (signature: string): Record<string, string> =>
  Object.fromEntries([...signature.matchAll(/(\w+)\s*=\s*([^;]*)/g)].map(([, tag = '', value = '']) => [tag, value.replace(/\s+/g, '')]));

/**
 * Returns an email's signature for `domain` and the mailbox's verdict on it. Throws `Fault` for a signature that mailboxes would not trust.
 */
export async function readSignature(raw: Uint8Array, domain: string): Promise<string> {
  const { headers } = await PostalMime.parse(raw);
  const valuesOf = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value);
  const signatures = valuesOf('dkim-signature').map(tagsOf);
  const own = signatures.find(({ d = '' }) => familyOf(domain).includes(d.toLowerCase()));
  if (!own) throw new Fault(`DKIM-Signature d=${signatures.map(({ d }) => d).join(', ') || '∅'}`);
  const covered = (own.h ?? '').toLowerCase().split(':');
  const missing = LEAVE_HEADERS.filter((name) => !covered.includes(name));
  if (missing.length > 0) throw new Fault(`DKIM-Signature d=${own.d} h: ${missing.join(', ')} ∅`);
  // The mailbox itself wrote the first header. Anybody can forge the headers below it (RFC 8601, 5).
  const verdict = /\bdkim=\w+/i.exec(valuesOf('authentication-results')[0] ?? '')?.[0].toLowerCase();
  if (verdict !== undefined && verdict !== 'dkim=pass') throw new Fault(`d=${own.d} ${verdict}`);
  return [`d=${own.d}`, verdict].filter(Boolean).join(' ');
}

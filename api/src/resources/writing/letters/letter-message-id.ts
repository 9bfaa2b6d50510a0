import { createHmac, timingSafeEqual } from 'node:crypto';

const WRITTEN = /<([0-9a-f]{32})\.([0-9a-f]{32})(\.\d{1,9})?\.([0-9a-f]{16})@[\w.-]+>/;

const signatureOf = (secret: string, name: string) => createHmac('sha256', secret).update(`letter ${name}`).digest('hex').slice(0, 16);
const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * `<letter.reader.signature@domain>`: what comes back with it is an answer to this very letter. A reader who signed up again gets a letter
 * of the series again, with `generation` in its id: mailboxes drop what has the id of another mail.
 */
export function letterMessageId(secret: string, letterId: string, subscriberId: string, domain: string, generation = 1): string {
  const ids = [letterId, subscriberId].map((id) => id.replaceAll('-', ''));
  const name = [...ids, ...(generation > 1 ? [generation] : [])].join('.');
  return `<${name}.${signatureOf(secret, name)}@${domain}>`;
}

/** What `letterMessageId` signed, whatever the domain; null for everything else. */
export function readLetterMessageId(secret: string, messageId: string): { letterId: string; subscriberId: string } | null {
  const [, letter = '', subscriber = '', generation = '', signature = ''] = WRITTEN.exec(messageId) ?? [];
  const [given, ours] = [Buffer.from(signature), Buffer.from(signatureOf(secret, `${letter}.${subscriber}${generation}`))];
  if (given.length !== ours.length || !timingSafeEqual(given, ours)) return null;
  return { letterId: uuidOf(letter), subscriberId: uuidOf(subscriber) };
}

import { createHmac, timingSafeEqual } from 'node:crypto';

/** Of which letter a mail is, and to which reader. */
type Handed = { letterId: string; subscriberId: string };

const ID_LENGTH = 22;
const WRITTEN = /<([\w-]{22})\.([\w-]{22})\.([\w-]{22})@[\w.-]+>/;

const shorten = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');
const widen = (short: string) =>
  Buffer.from(short, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const proofOf = (secret: string, ids: string) =>
  createHmac('sha256', secret).update(`letter_message_id ${ids}`).digest('base64url').slice(0, ID_LENGTH);

/** The `Message-ID` of a letter to one reader, which nobody makes without `secret`: what is sent back is known by it. */
export function letterMessageId(secret: string, { letterId, subscriberId }: Handed, domain: string): string {
  const ids = `${shorten(letterId)}.${shorten(subscriberId)}`;
  return `<${ids}.${proofOf(secret, ids)}@${domain}>`;
}

/** What `letterMessageId` wrote, whatever the domain; null for everything else. */
export function readLetterMessageId(secret: string, messageId: string): Handed | null {
  const [, letter = '', subscriber = '', proof = ''] = WRITTEN.exec(messageId) ?? [];
  const ids = `${letter}.${subscriber}`;
  const [given, ours] = [Buffer.from(proof), Buffer.from(proofOf(secret, ids))];
  if (given.length !== ours.length || !timingSafeEqual(given, ours)) return null;
  return { letterId: widen(letter), subscriberId: widen(subscriber) };
}

import { createHmac, timingSafeEqual } from 'node:crypto';

const WRITTEN = /<([0-9a-f]{32})\.([0-9a-f]{32})(\.\d{1,9})?\.([0-9a-f]{16})@[\w.-]+>/;

const signatureOf = (secret: string, name: string) => createHmac('sha256', secret).update(`campaign ${name}`).digest('hex').slice(0, 16);
const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * Returns the Message-ID `<campaign.reader.signature@domain>`. A reply or bounce that contains this id belongs to exactly this email. A
 * reader who signed up again gets the emails of the series again, with `generation` in the id, because mailboxes drop an email whose id
 * they already know.
 */
export function campaignMessageId(secret: string, campaignId: string, subscriberId: string, domain: string, generation = 1): string {
  const ids = [campaignId, subscriberId].map((id) => id.replaceAll('-', ''));
  const name = [...ids, ...(generation > 1 ? [generation] : [])].join('.');
  return `<${name}.${signatureOf(secret, name)}@${domain}>`;
}

/** Returns the ids in a Message-ID that `campaignMessageId` signed, even if the domain differs. Returns null for any other Message-ID. */
export function readCampaignMessageId(secret: string, messageId: string): { campaignId: string; subscriberId: string } | null {
  const [, campaign = '', subscriber = '', generation = '', signature = ''] = WRITTEN.exec(messageId) ?? [];
  const [given, ours] = [Buffer.from(signature), Buffer.from(signatureOf(secret, `${campaign}.${subscriber}${generation}`))];
  if (given.length !== ours.length || !timingSafeEqual(given, ours)) return null;
  return { campaignId: uuidOf(campaign), subscriberId: uuidOf(subscriber) };
}

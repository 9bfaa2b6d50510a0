import { cut, oneLine } from '@site/shared/texts/plain-text.ts';
import PostalMime, { type Attachment } from 'postal-mime';
import { NO_MAILBOX } from '../../../gateways/mail/refusals.ts';

/**
 * A mail server's report about one of our emails. `returned`: the email was not delivered and will not be retried. `isGone` means that the
 * mailbox does not exist. `complaint`: the reader marked the email as spam. `news`: the email is delayed or was delivered. `messageId`
 * identifies our email.
 */
export type MailReport = { messageId: string } & ({ kind: 'returned'; isGone: boolean; reason: string } | { kind: 'complaint' | 'news' });

const REASON_LENGTH = 300;
const STATUS = /\b[245]\.\d{1,3}\.\d{1,3}\b/;
/** Feedback types by which a reader complains (RFC 5965 and its registry). */
const COMPLAINTS = /^(abuse|fraud|opt-out)/i;

const textOf = ({ content }: Attachment) => (typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString());

/** Returns the fields of a header block by lower-case name. The first of duplicate fields counts, and folded lines are joined. */
function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([\w-]+):(.*)$/.exec(line) ?? [];
    if (name && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim());
  }
  return fields;
}

const blocksOf = (text: string) =>
  text
    .trim()
    .split(/\r?\n[ \t]*\r?\n/)
    .map(fieldsOf);

/**
 * Reads a delivery report (RFC 3464) or a complaint (RFC 5965). Returns null for any other email, and for a report that does not contain
 * the Message-ID of its email.
 */
export async function readMailReport(raw: Uint8Array): Promise<MailReport | null> {
  const { attachments } = await PostalMime.parse(raw, { forceRfc822Attachments: true });
  const partOf = (...types: string[]) => {
    const part = attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()));
    return part && textOf(part);
  };
  const returned = partOf('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers');
  const messageId = returned === undefined ? undefined : blocksOf(returned)[0]?.get('message-id');
  if (!messageId) return null;

  const feedback = partOf('message/feedback-report');
  if (feedback !== undefined) {
    return { messageId, kind: COMPLAINTS.test(fieldsOf(feedback).get('feedback-type') ?? '') ? 'complaint' : 'news' };
  }
  const delivery = partOf('message/delivery-status', 'message/global-delivery-status');
  if (delivery === undefined) return null;
  // The first block is about the email, each other block about one recipient.
  const recipients = blocksOf(delivery).filter((block) => block.has('action'));
  const failed = recipients.find((block) => block.get('action')?.toLowerCase() === 'failed');
  if (!failed) return recipients.length > 0 ? { messageId, kind: 'news' } : null;
  const diagnosis = (failed.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '');
  const status = STATUS.exec(failed.get('status') ?? '')?.[0] ?? STATUS.exec(diagnosis)?.[0] ?? '';
  const reason = diagnosis.includes(status) ? diagnosis : `${status} ${diagnosis}`;
  return { messageId, kind: 'returned', isGone: NO_MAILBOX.test(status), reason: cut(oneLine(reason), REASON_LENGTH) };
}

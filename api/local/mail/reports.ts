import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Message } from './inbox.ts';

/** A mail server's later report about an email that it had accepted. */
export const ReportSchema = v.object({
  /** Id of an email in the inbox. */
  message: v.string(),
  kind: v.picklist(['bounce', 'complaint']),
  status: v.optional(v.pipe(v.string(), v.regex(/^[245]\.\d{1,3}\.\d{1,3}$/)), '5.1.1'),
  action: v.optional(v.picklist(['failed', 'delayed', 'delivered']), 'failed'),
  /** Replaces the email's own Message-ID, as in a forged report. */
  messageId: v.optional(v.string()),
});
type Report = v.InferOutput<typeof ReportSchema>;

const HOST = 'mx.leitores.test';

const diagnoses: Readonly<Record<string, string>> = {
  '5.1.1': '550 5.1.1 The email account that you tried to reach does not exist',
  '5.2.2': '552 5.2.2 The mailbox is full',
  '4.4.7': '421 4.4.7 Message expired, the host did not answer',
};

/** Writes a delivery report (RFC 3464) or a complaint (RFC 5965) about an email, in the format that a mailbox receives. */
export function writeReport(about: Message, { kind, status, action, messageId }: Report): string {
  const boundary = `=_${randomUUID()}`;
  const returned = about.headers.map(({ key, value }) => `${key}: ${key === 'message-id' ? (messageId ?? value) : value}`).join('\r\n');
  const to = about.to[0] ?? '';
  const isBounce = kind === 'bounce';
  const report = isBounce
    ? `Reporting-MTA: dns; ${HOST}\r\n\r\nFinal-Recipient: rfc822; ${to}\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp;\r\n ${diagnoses[status] ?? `${status} no`}\r\n`
    : `Feedback-Type: abuse\r\nUser-Agent: ${HOST}/1.0\r\nVersion: 1\r\nOriginal-Rcpt-To: ${to}\r\n`;
  return [
    `From: Mail Delivery System <${isBounce ? 'mailer-daemon' : 'fbl'}@${HOST}>`,
    `To: ${about.from}`,
    `Subject: ${isBounce ? 'Delivery Status Notification' : 'Complaint about'}: ${about.subject.replace(/[^ -~]/g, '?')}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${randomUUID()}@${HOST}>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${isBounce ? 'delivery-status' : 'feedback-report'};`,
    ` boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    isBounce ? `This is about your mail to ${to}.` : `A reader complained about your mail to ${to}.`,
    '',
    `--${boundary}`,
    `Content-Type: message/${isBounce ? 'delivery-status' : 'feedback-report'}`,
    '',
    report,
    `--${boundary}`,
    `Content-Type: ${isBounce ? 'text/rfc822-headers' : 'message/rfc822'}`,
    '',
    returned,
    '',
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

import { expect, test } from 'vitest';
import { messageId } from './mail.ts';
import { MailRefused, refusalOf } from './refusals.ts';

/** Returns the error that the mail client throws when the server answers `command` with `code`. */
const answered = (command: string, responseCode: number, words = 'no') =>
  Object.assign(new Error(`${responseCode} no`), { command, responseCode, response: `${responseCode} ${words}` });

test.each([
  // The recipient has no mailbox at the mail server.
  ['RCPT TO', 550, '5.1.1 <ana@leitores.test>: Recipient address rejected', 'recipient'],
  ['RCPT TO', 556, '5.1.10 null MX', 'recipient'],
  ['RCPT TO', 550, 'No such user here', 'recipient'],
  ['RCPT TO', 550, 'User unknown', 'recipient'],
  ['RCPT TO', 550, '<ana@leitores.test>: recipient does not exist', 'recipient'],
  ['RCPT TO', 550, 'Unrouteable address', 'recipient'],
  ['RCPT TO', 551, 'User not local; please try <ana@outros.test>', 'recipient'],
  // Other refusals of this email: a rule of the server, a full or closed mailbox, or an email that is too large.
  ['RCPT TO', 550, 'no', 'email'],
  ['RCPT TO', 553, 'no', 'email'],
  ['RCPT TO', 554, 'no', 'email'],
  ['RCPT TO', 550, 'Requested action not taken: mailbox unavailable', 'email'],
  ['RCPT TO', 552, '5.2.2 The mailbox is over quota', 'email'],
  ['RCPT TO', 552, 'Requested mail action aborted: exceeded storage allocation', 'email'],
  ['RCPT TO', 550, 'Mailbox quota exceeded', 'email'],
  ['RCPT TO', 550, '5.7.17 Mailbox owner has changed', 'email'],
  ['RCPT TO', 501, '5.1.3 Bad recipient address syntax', 'recipient'],
  ['DATA', 554, 'no', 'email'],
  ['DATA', 550, 'No such user here', 'email'],
  ['DATA', 552, '5.3.4 Message size exceeds fixed limit', 'email'],
  ['DATA', 554, '5.7.1 Message rejected: spam message', 'email'],
  ['DATA', 552, '5.7.0 This message was blocked because its content presents a potential security issue', 'email'],
  ['DATA', 554, '5.6.0 Header error', 'email'],
  // Refusals of us as the sender, whatever we send.
  ['DATA', 550, '5.4.5 Daily user sending limit exceeded', 'sender'],
  ['DATA', 550, 'Domain example.test has exceeded the max emails per hour (150/150 (100%)) allowed. Message discarded.', 'sender'],
  ['DATA', 554, 'Message rejected: Email address is not verified. The following identities failed the check', 'sender'],
  ['DATA', 554, 'Access denied: User is not authorized to perform ses:SendRawEmail', 'sender'],
  ['DATA', 554, '5.2.0 STOREDRV.Submission.Exception:SendAsDeniedException; the sender may not', 'sender'],
  ['DATA', 550, '5.7.60 Client does not have permissions to send as this sender', 'sender'],
  ['DATA', 550, '5.7.1 Outgoing spam was seen: account suspended', 'sender'],
  ['RCPT TO', 550, 'Sandbox subdomains are for test purposes only', 'sender'],
  ['RCPT TO', 550, 'limite de envio excedido', 'sender'],
  ['RCPT TO', 530, '5.7.0 Authentication required', 'sender'],
  ['RCPT TO', 530, 'no', 'sender'],
  ['RCPT TO', 554, '5.7.1 <ana@leitores.test>: Relay access denied', 'sender'],
  ['RCPT TO', 554, '5.7.1 Service unavailable; Client host [192.0.2.1] blocked using a list', 'sender'],
  ['RCPT TO', 553, '5.7.1 <ola@example.test>: Sender address rejected: not owned by user', 'sender'],
  ['RCPT TO', 550, '5.1.0 <ola@example.test> sender rejected', 'sender'],
  ['RCPT TO', 550, '5.1.7 address', 'sender'],
  ['RCPT TO', 550, '5.1.8 address', 'sender'],
])('the command %s answered with %i %s counts as a rejection of the %s', (command, code, words, refused) => {
  const refusal = refusalOf(answered(command, code, words));
  expect(refusal).toBeInstanceOf(MailRefused);
  expect(refusal).toMatchObject({ refused, message: `${code} no` });
});

test.each([
  ['a busy mailbox', answered('RCPT TO', 450)],
  ['a full server', answered('DATA', 452)],
  ['a sender that the server rejects from us', answered('MAIL FROM', 550)],
  ['a wrong password', answered('AUTH PLAIN', 535)],
  ['a server that cannot be reached', Object.assign(new Error('connect'), { code: 'ESOCKET', command: 'CONN' })],
  ['a value that is not an error', 'no'],
])('a failure because of %s may be temporary, so the email is retried', (_, error) => {
  expect(refusalOf(error)).toBe(error);
});

test('an email with the same key always has the same Message-ID, at the sender’s domain', () => {
  const from = 'Um Site <ola@example.test>';
  const one = messageId('a secret', 'purchase_paid:1', from);
  expect(messageId('a secret', 'purchase_paid:1', from)).toBe(one);
  expect(messageId('a secret', 'purchase_paid:2', from)).not.toBe(one);
  expect(messageId('another secret', 'purchase_paid:1', from)).not.toBe(one);
  expect(one).toMatch(/^<[0-9a-f]{40}@example\.test>$/);
});

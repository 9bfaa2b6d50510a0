import { expect, test } from 'vitest';
import { messageId } from './mail.ts';
import { MailRefused, refusalOf } from './refusals.ts';

/** What the mail client throws when the server answered `code` to `command`. */
const answered = (command: string, responseCode: number, words = 'no') =>
  Object.assign(new Error(`${responseCode} no`), { command, responseCode, response: `${responseCode} ${words}` });

test.each([
  ['RCPT TO', 550, 'no', 'recipient'],
  ['RCPT TO', 551, 'User not local', 'recipient'],
  ['RCPT TO', 553, 'no', 'recipient'],
  ['RCPT TO', 550, '5.1.1 <ana@leitores.test>: Recipient address rejected', 'recipient'],
  ['RCPT TO', 556, '5.1.10 null MX', 'recipient'],
  // What Postfix answers at RCPT and means us, or what we send.
  ['RCPT TO', 554, '5.7.1 <ana@leitores.test>: Relay access denied', 'letter'],
  ['RCPT TO', 554, '5.7.1 Service unavailable; Client host [192.0.2.1] blocked using a list', 'letter'],
  ['RCPT TO', 553, '5.7.1 <ola@example.test>: Sender address rejected: not owned by user', 'letter'],
  ['RCPT TO', 550, '5.1.7 sender address', 'letter'],
  ['RCPT TO', 550, '5.1.8 sender address', 'letter'],
  ['RCPT TO', 552, '5.2.2 mailbox full', 'letter'],
  ['RCPT TO', 554, 'no', 'letter'],
  ['DATA', 554, 'no', 'letter'],
])('%s answered with %i %s is final, for the %s', (command, code, words, refused) => {
  const refusal = refusalOf(answered(command, code, words));
  expect(refusal).toBeInstanceOf(MailRefused);
  expect(refusal).toMatchObject({ refused, message: `${code} no` });
});

test.each([
  ['a busy mailbox', answered('RCPT TO', 450)],
  ['a full server', answered('DATA', 452)],
  ['a sender that the server does not take from us', answered('MAIL FROM', 550)],
  ['a wrong password', answered('AUTH PLAIN', 535)],
  ['relaying without a sign-in', answered('RCPT TO', 530)],
  ['a server that cannot be reached', Object.assign(new Error('connect'), { code: 'ESOCKET', command: 'CONN' })],
  ['something that is no error', 'no'],
])('%s may end: the mail is tried again', (_, error) => {
  expect(refusalOf(error)).toBe(error);
});

test('one key has one Message-ID at the sender’s domain', () => {
  const from = 'Um Site <ola@example.test>';
  const one = messageId('a secret', 'purchase_paid:1', from);
  expect(messageId('a secret', 'purchase_paid:1', from)).toBe(one);
  expect(messageId('a secret', 'purchase_paid:2', from)).not.toBe(one);
  expect(messageId('another secret', 'purchase_paid:1', from)).not.toBe(one);
  expect(one).toMatch(/^<[0-9a-f]{40}@example\.test>$/);
});

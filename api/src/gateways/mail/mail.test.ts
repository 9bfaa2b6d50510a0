import { expect, test } from 'vitest';
import { MailRefused, messageId, refusalOf } from './mail.ts';

/** What the mail client throws when the server answered `code` to `command`. */
const answered = (command: string, responseCode: number) => Object.assign(new Error(`${responseCode} no`), { command, responseCode });

test.each([
  ['RCPT TO', 550, 'recipient'],
  ['RCPT TO', 553, 'recipient'],
  ['DATA', 554, 'letter'],
])('%s answered with %i is final, for the %s', (command, code, refused) => {
  const refusal = refusalOf(answered(command, code));
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
  expect(messageId('purchase_paid:1', from)).toBe(messageId('purchase_paid:1', from));
  expect(messageId('purchase_paid:2', from)).not.toBe(messageId('purchase_paid:1', from));
  expect(messageId('purchase_paid:1', from)).toMatch(/^<[0-9a-f]{40}@example\.test>$/);
});

import { expect, test } from 'vitest';
import { messageId } from '../../gateways/mail/mail.ts';
import { retryAfter } from './mail-worker.ts';

test('waits longer after each failure, and never longer than four minutes', () => {
  expect([1, 2, 3, 4, 20].map(retryAfter)).toEqual([5, 10, 20, 40, 240]);
});

test('one key has one Message-ID at the sender’s domain', () => {
  const from = 'Um Site <ola@example.test>';
  expect(messageId('purchase_paid:1', from)).toBe(messageId('purchase_paid:1', from));
  expect(messageId('purchase_paid:2', from)).not.toBe(messageId('purchase_paid:1', from));
  expect(messageId('purchase_paid:1', from)).toMatch(/^<[0-9a-f]{40}@example\.test>$/);
});

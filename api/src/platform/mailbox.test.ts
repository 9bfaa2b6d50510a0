import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  ['ana@example.test', 'ana@example.test'],
  ['Ana+livros+1@Example.test', 'ana@example.test'],
  ['a.n.a@example.test', 'a.n.a@example.test'],
  ['A.n.a+x@GoogleMail.com', 'ana@gmail.com'],
  ['"a@b"@gmail.com', '"a@b"@gmail.com'],
  ['ana@gmail.com.br', 'ana@gmail.com.br'],
])('the address %s belongs to the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

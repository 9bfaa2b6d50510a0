import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '../../../api/local/mail/inbox.ts';
import { createMail, type Mail } from '../../../api/src/gateways/mail/mail.ts';
import { startOnly } from '../stand-ins/targets.ts';

let mail: Mail;
let inbox: string;
let close: () => Promise<void>;
beforeAll(async () => {
  const started = await startOnly(['mail']);
  close = started.close;
  inbox = started.site.addresses.inbox;
  mail = createMail(started.site.addresses.smtp, 'Um Site <ola@example.test>', 'a secret');
});
afterAll(async () => await close?.());

const HOSTILE = [
  'Ana\r\nBcc: x@evil.test',
  'Ana\nX-Evil: 1\n\n<h1>body</h1>',
  'Ana\u2028Bcc: x@evil.test',
  '"Ana", x@evil.test',
  'Ana" <x@evil.test>, "',
  '=?utf-8?Q?=0D=0ABcc:_x@evil.test?=',
  '\u202eanA\u202c',
  '👩‍👩‍👧‍👦'.repeat(40),
  'ç'.repeat(300),
  '\u0000\u0007',
];

test.each(HOSTILE)('%j in a subject or a name never adds a mail header', async (words) => {
  const to = `${randomUUID()}@leitores.test`;
  const replyTo = { name: words, address: 'ana@leitores.test' };
  await mail.send({ key: to, to, subject: `Contato: ${words}`, text: 'texto', html: '<p>texto</p>', replyTo });
  const [message, ...more] = (await (await fetch(`${inbox}/messages?to=${to}`)).json()) as Message[];
  expect(more).toEqual([]);
  expect(message?.to).toEqual([to]);
  expect(message?.subject).toMatch(/^Contato:/);
  expect(message?.subject).not.toMatch(/[\r\n\u2028\u202e]/);
  const names = message?.headers.map(({ key }) => key) ?? [];
  expect(new Set(names).size, 'no header twice').toBe(names.length);
  expect(names).not.toContain('bcc');
  expect(names).not.toContain('x-evil');
  const answers = message?.headers.find(({ key }) => key === 'reply-to')?.value ?? '';
  expect(answers.match(/<[^<>]*>$/)?.[0] ?? `<${answers}>`).toBe('<ana@leitores.test>');
  expect(message?.text.trim()).toBe('texto');
  const everything = (await (await fetch(`${inbox}/messages?to=x@evil.test`)).json()) as Message[];
  expect(everything).toEqual([]);
});

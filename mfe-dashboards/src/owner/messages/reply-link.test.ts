import { type AdminMessage, AdminMessageSchema } from '@site/shared/contracts/admin-messages.ts';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { replyLink } from './reply-link.ts';

const aMessage = (changes: object = {}): AdminMessage =>
  v.parse(AdminMessageSchema, {
    id: 'm1',
    number: 1001,
    name: 'Ana & Cia',
    email: 'ana+x@example.test',
    subject: 'ebook_support',
    message: 'Olá!\nNão abre.',
    locale: 'pt-BR',
    state: 'new',
    receivedAt: '2026-03-01T12:00:00.000Z',
    replies: [],
    assignee: null,
    ...changes,
  });

const read = (link: string) => {
  const { pathname, searchParams } = new URL(link);
  return { to: decodeURIComponent(pathname), subject: searchParams.get('subject'), body: searchParams.get('body') };
};

describe('the reply link of a message', () => {
  it('the reply link of a message addresses the writer in their language, with their subject and words', () => {
    expect(read(replyLink(aMessage(), 'America/Sao_Paulo'))).toEqual({
      to: 'ana+x@example.test',
      subject: 'Re: Ajuda com um eBook [1001]',
      body: 'Olá, Ana & Cia,\r\n\r\n\r\n\r\nEm 1 de mar. de 2026, você escreveu:\r\n> Olá!\r\n> Não abre.\r\n',
    });
    const { subject, body } = read(replyLink(aMessage({ locale: 'en', receivedAt: '2026-03-01T01:00:00.000Z' }), 'America/Sao_Paulo'));
    expect(subject).toBe('Re: eBook Support [1001]');
    expect(body).toContain('On Feb 28, 2026 you wrote:');
  });

  it('the reply link of a message lets no typed text add a recipient', () => {
    const link = replyLink(aMessage({ email: 'a?bcc=b@example.test', name: '&cc=c@example.test' }), 'UTC');
    expect([...new URL(link).searchParams.keys()]).toEqual(['subject', 'body']);
  });

  it('the reply link of a message cuts a long quote to the length that mail programs accept, even within a character', () => {
    const { body } = read(replyLink(aMessage({ message: `${'a'.repeat(1_199)}😀${'b'.repeat(3_000)}` }), 'UTC'));
    expect(body).toContain(`${'a'.repeat(1_199)}\uFFFD…`);
    expect(body).not.toContain('b'.repeat(10));
  });
});

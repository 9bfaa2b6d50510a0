import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../api/local/mail/inbox.ts';
import { startOnly, targets } from './targets.ts';

type Mail = { smtpUrl: string; recipient: string };

const all = targets<Mail, 'TEST_SMTP_URL' | 'TEST_MAIL_TO'>(
  {
    name: 'the stand-in',
    open: async () => {
      const { site, close } = await startOnly(['mail']);
      return { smtpUrl: site.addresses.smtp, recipient: 'leitora@leitores.test', close };
    },
  },
  {
    name: 'an SMTP provider',
    credentials: ['TEST_SMTP_URL', 'TEST_MAIL_TO'],
    open: async (given) => ({ smtpUrl: given.TEST_SMTP_URL, recipient: given.TEST_MAIL_TO, close: async () => {} }),
  },
);

describe.each(all)('mail service: $name', ({ open }) => {
  it('takes a mail with text, HTML and an attachment', async () => {
    const { smtpUrl, recipient, close } = await open();
    const answer = await createTransport(smtpUrl).sendMail({
      from: '"Raiz & Palavra" <ola@raizepalavra.test>',
      to: recipient,
      subject: 'Olá, leitora: contrato',
      text: 'Olá',
      html: '<p>Olá</p>',
      attachments: [{ filename: 'nota.txt', content: 'nota' }],
    });
    expect(answer.accepted).toEqual([recipient]);
    await close();
  });
});

describe('the inbox', () => {
  let started: Awaited<ReturnType<typeof startOnly>>;
  const inbox = () => started.site.addresses.inbox;
  const messages = async (query: string): Promise<Message[]> => (await fetch(`${inbox()}/messages?${query}`)).json();
  const send = (to: string, subject: string, html = `<p>${subject}</p>`) =>
    createTransport(started.site.addresses.smtp).sendMail({ from: 'ola@raizepalavra.test', to, subject, text: subject, html });

  beforeAll(async () => {
    started = await startOnly(['mail']);
  });
  afterAll(() => started.close());

  it('shows what was sent: people, words, links and attachments', async () => {
    const link = 'https://example.test/confirm-email?mode=verifyEmail&oobCode=a_b-c';
    await createTransport(started.site.addresses.smtp).sendMail({
      from: '"Raiz & Palavra" <ola@raizepalavra.test>',
      to: 'Ana@Leitores.test',
      cc: 'bia@leitores.test',
      subject: 'Sua compra nº 1001 “está” pronta',
      text: 'coração',
      html: `<p>coração <a href="${link.replaceAll('&', '&amp;')}">abrir</a></p>`,
      headers: { 'List-Unsubscribe': '<https://example.test/u>' },
      attachments: [{ filename: 'recibo.pdf', content: Buffer.alloc(2048), contentType: 'application/pdf' }],
    });
    const [message] = await messages('to=ana@leitores.test');
    expect(message).toMatchObject({
      from: 'ola@raizepalavra.test',
      fromName: 'Raiz & Palavra',
      to: ['ana@leitores.test', 'bia@leitores.test'],
      subject: 'Sua compra nº 1001 “está” pronta',
      links: [link],
      attachments: [{ filename: 'recibo.pdf', type: 'application/pdf', bytes: 2048 }],
    });
    expect(message?.text).toContain('coração');
    expect(message?.headers).toContainEqual({ key: 'list-unsubscribe', value: '<https://example.test/u>' });
    expect(await messages('to=bia@leitores.test')).toHaveLength(1);
    expect(await messages('to=carla@leitores.test')).toEqual([]);
  });

  it('lets a reader wait for the first message that matches', async () => {
    const to = `${randomUUID()}@leitores.test`;
    const waiting = messages(`to=${to}&subject=segunda&wait`);
    await send(to, 'A primeira');
    await send(to, 'A SEGUNDA mensagem');
    expect((await waiting).map(({ subject }) => subject)).toEqual(['A SEGUNDA mensagem']);
    expect((await messages(`to=${to}`)).map(({ subject }) => subject)).toEqual(['A SEGUNDA mensagem', 'A primeira']);
  });

  it('keeps messages when it is killed', async () => {
    const to = `${randomUUID()}@leitores.test`;
    await send(to, 'fica');
    await started.site.processes.mail.kill('SIGKILL');
    await started.site.processes.mail.start();
    expect(await messages(`to=${to}`)).toHaveLength(1);
  });

  it('runs nothing of a message that it shows', async () => {
    const to = `${randomUUID()}@leitores.test`;
    await send(to, '<img src=x onerror=alert(1)>', '<script>alert(1)</script><p>corpo</p>');
    const [message] = await messages(`to=${to}`);
    const body = await fetch(`${inbox()}/messages/${message?.id}/html`);
    const policy = body.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('sandbox');
    expect(policy).not.toContain('allow-scripts');
    expect(await body.text()).toContain('<p>corpo</p>');
    const page = await (await fetch(`${inbox()}/?message=${message?.id}`)).text();
    expect(page).not.toContain('<img src=x');
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  });

  it('answers no other site', async () => {
    const asked = (headers: Record<string, string>, method = 'GET') => fetch(`${inbox()}/messages`, { method, headers });
    expect((await asked({ origin: 'https://evil.test' })).status).toBe(403);
    expect((await asked({ origin: 'https://evil.test' }, 'DELETE')).status).toBe(403);
    expect((await asked({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).status).toBe(403);
    expect((await asked({})).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('refuses a recipient when told to, for good or for some mails', async () => {
    const [gone, busy] = [`${randomUUID()}@leitores.test`, `${randomUUID()}@leitores.test`];
    const refusals = (method: string, body?: object) =>
      fetch(`${inbox()}/_local/refusals`, { method, body: body ? JSON.stringify(body) : null });
    expect((await refusals('POST', { to: gone })).status).toBe(200);
    await refusals('POST', { to: busy, code: 450, times: 1 });
    await expect(send(gone, 'nunca')).rejects.toMatchObject({ responseCode: 550, command: 'RCPT TO' });
    await expect(send(gone, 'nunca')).rejects.toMatchObject({ responseCode: 550 });
    await expect(send(busy, 'depois')).rejects.toMatchObject({ responseCode: 450, command: 'RCPT TO' });
    await send(busy, 'depois');
    expect([await messages(`to=${gone}`), (await messages(`to=${busy}`)).length]).toEqual([[], 1]);
    for (const body of [{}, { to: 'nobody' }, { to: gone, code: 250 }]) expect((await refusals('POST', body)).status).toBe(400);
    await refusals('DELETE');
    await send(gone, 'agora sim');
    expect(await messages(`to=${gone}`)).toHaveLength(1);
  });

  it('is emptied by DELETE', async () => {
    await send('vazia@leitores.test', 'some');
    expect((await fetch(`${inbox()}/messages`, { method: 'DELETE' })).status).toBe(200);
    expect(await messages('')).toEqual([]);
  });
});

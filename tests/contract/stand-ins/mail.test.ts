import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createConnection } from 'node:net';
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
  it('the mail service accepts an email with text, HTML and an attachment', async () => {
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

  it('the inbox shows sender, recipients, text, links and attachments of an email', async () => {
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

  it('the inbox lets a reader wait for the first matching message', async () => {
    const to = `${randomUUID()}@leitores.test`;
    const waiting = messages(`to=${to}&subject=segunda&wait`);
    await send(to, 'A primeira');
    await send(to, 'A SEGUNDA mensagem');
    expect((await waiting).map(({ subject }) => subject)).toEqual(['A SEGUNDA mensagem']);
    expect((await messages(`to=${to}`)).map(({ subject }) => subject)).toEqual(['A SEGUNDA mensagem', 'A primeira']);
  });

  it('the inbox keeps messages when it is killed', async () => {
    const to = `${randomUUID()}@leitores.test`;
    await send(to, 'fica');
    await started.site.processes.mail.kill('SIGKILL');
    await started.site.processes.mail.start();
    expect(await messages(`to=${to}`)).toHaveLength(1);
  });

  it('the inbox runs no script of a message that it shows', async () => {
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

  it('the inbox answers no other site', async () => {
    const asked = (headers: Record<string, string>, method = 'GET') => fetch(`${inbox()}/messages`, { method, headers });
    expect((await asked({ origin: 'https://evil.test' })).status).toBe(403);
    expect((await asked({ origin: 'https://evil.test' }, 'DELETE')).status).toBe(403);
    expect((await asked({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).status).toBe(403);
    expect((await asked({})).headers.get('access-control-allow-origin')).toBeNull();
  });

  it('the inbox rejects a recipient when told to, permanently or for some emails', async () => {
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
    await refusals('POST', { to: busy, code: 550, says: '5.1.1 User unknown' });
    await expect(send(busy, 'nunca')).rejects.toMatchObject({ response: '550 5.1.1 User unknown' });
    for (const body of [{}, { to: 'nobody' }, { to: gone, code: 250 }]) expect((await refusals('POST', body)).status).toBe(400);
    await refusals('DELETE');
    await send(gone, 'agora sim');
    expect(await messages(`to=${gone}`)).toHaveLength(1);
  });

  it('the inbox is emptied by DELETE', async () => {
    await send('vazia@leitores.test', 'some');
    expect((await fetch(`${inbox()}/messages`, { method: 'DELETE' })).status).toBe(200);
    expect(await messages('')).toEqual([]);
  });
});

describe('the author’s mailbox', () => {
  let started: Awaited<ReturnType<typeof startOnly>>;
  beforeAll(async () => {
    started = await startOnly(['mail']);
  });
  afterAll(() => started.close());

  /** Opens a connection. `say` returns the answer up to the line with its tag. */
  async function connect() {
    const { hostname, port } = new URL(started.site.addresses.imap);
    const socket = createConnection(Number(port), hostname).setEncoding('utf8');
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk;
    });
    const say = async (command: string): Promise<string> => {
      said = '';
      socket.write(`a1 ${command}\r\n`);
      while (!/^a1 .*\r\n$/m.test(said)) await once(socket, 'data');
      return said;
    };
    await once(socket, 'data');
    return { say, close: () => socket.destroy() };
  }

  it('the author’s mailbox opens with its password, and reports unsupported commands as unknown', async () => {
    const { MAILBOX_URL = '' } = started.site.file.internal.variables;
    const { username, password } = new URL(MAILBOX_URL);
    await fetch(`${started.site.addresses.inbox}/_local/mailbox`, {
      method: 'POST',
      body: 'From: Ana <ana@leitores.test>\nSubject: Olá\nX-Long: a\n b\n\nTexto',
    });
    const { say, close } = await connect();
    expect(await say('SELECT INBOX')).toBe('a1 NO sign in first\r\n');
    expect(await say(`LOGIN ${username} "wrong"`)).toBe('a1 NO [AUTHENTICATIONFAILED] Invalid credentials\r\n');
    expect(await say(`LOGIN "${username}" ${password}`)).toBe('a1 OK signed in\r\n');
    expect(await say('SELECT Nowhere')).toBe('a1 NO [NONEXISTENT] there is no folder Nowhere\r\n');
    expect(await say('SELECT INBOX')).toMatch(/^\* 1 EXISTS\r\n[\s\S]*UIDVALIDITY \d+[\s\S]*a1 OK \[READ-WRITE\]/m);
    expect(await say('UID SEARCH UID 1:*')).toBe('* SEARCH 1\r\na1 OK searched\r\n');
    expect(await say('UID FETCH 1 (UID BODY.PEEK[HEADER.FIELDS (x-long from)])')).toBe(
      '* 1 FETCH (UID 1 BODY[HEADER.FIELDS (x-long from)] {48}\r\nFrom: Ana <ana@leitores.test>\r\nX-Long: a\r\n b\r\n\r\n)\r\na1 OK fetched\r\n',
    );
    expect(await say('UID FETCH 1 (BODY.PEEK[]<0.4>)')).toBe('* 1 FETCH (BODY[]<0> {4}\r\nFrom)\r\na1 OK fetched\r\n');
    for (const lacked of ['IDLE', 'UID FETCH 1 (ENVELOPE)', 'UID SEARCH TEXT x', 'APPEND INBOX {3}'])
      expect(await say(lacked), lacked).toMatch(/^a1 BAD /);
    expect(await say('UID STORE 1 +FLAGS.SILENT (\\Seen)')).toBe('a1 OK stored\r\n');
    expect(await say('UID FETCH 1 (FLAGS)')).toContain('FLAGS (\\Seen)');
    expect(await say('CREATE "Lidas/Hoje"')).toBe('a1 OK created\r\n');
    expect(await say('CREATE "Lidas/Hoje"')).toMatch(/^a1 NO \[ALREADYEXISTS\]/);
    expect(await say('UID MOVE 1 "Lidas/Hoje"')).toMatch(/COPYUID \d+ 1 1\][\s\S]*\* 1 EXPUNGE\r\na1 OK moved/);
    expect(await say('LOGOUT')).toContain('* BYE');
    close();
  });

  it('the author’s mailbox gets reports about accepted emails only', async () => {
    const report = (body: object) =>
      fetch(`${started.site.addresses.inbox}/_local/reports`, { method: 'POST', body: JSON.stringify(body) });
    expect((await report({ message: randomUUID(), kind: 'bounce' })).status).toBe(404);
    for (const body of [{}, { message: 'x', kind: 'other' }, { message: 'x', kind: 'bounce', status: '9.1' }])
      expect((await report(body)).status).toBe(400);
  });
});

import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type CampaignConnection, createCampaignMail } from './campaign-mail.ts';
import type { HandOver } from './smtp.ts';

/** The fake mail server's response to each step in place of its usual one: a line, closing the connection, or silence. */
type Script = Partial<Record<'greeting' | 'MAIL' | 'RCPT' | 'DATA' | 'mail' | 'RSET', string | 'hangs up' | 'says nothing'>>;

const USUAL = { greeting: '220 hello', MAIL: '250 ok', RCPT: '250 ok', DATA: '354 go on', mail: '250 taken', RSET: '250 ok' } as const;
const email = {
  ...{ to: 'ana@leitores.test', senderName: 'Marina', replyTo: { name: 'Marina', address: 'ola@example.test' } },
  ...{ subject: 'Olá', text: 'texto', html: '<p>texto</p>', headers: {}, messageId: '<1@example.test>' },
};

let server: Server;
let sockets: Socket[] = [];
/** Number of emails that arrived completely, with the final dot. */
let whole = 0;

/** Starts a fake mail server and connects to it. The server follows the script for the first email and accepts all others. */
async function connect(script: Script, takingMs = 1_000): Promise<CampaignConnection> {
  sockets = [];
  whole = 0;
  let isFirst = true;
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    const answer = (step: keyof typeof USUAL) => {
      const words = (isFirst && script[step]) || USUAL[step];
      if (words === 'hangs up') socket.destroy();
      // Sends a line without its line break and ends the connection.
      else if (words.endsWith('…')) socket.end(words.slice(0, -1));
      else if (words !== 'says nothing') socket.write(`${words}\r\n`);
      return words.startsWith('354');
    };
    let isMail = false;
    let rest = '';
    const read = (line: string) => {
      if (isMail) {
        if (line !== '.') return;
        whole += 1;
        isMail = false;
        answer('mail');
        if (!script.RSET) isFirst = false;
        return;
      }
      const word = line.slice(0, 4).toUpperCase();
      if (word === 'DATA') isMail = answer('DATA');
      else if (word === 'MAIL' || word === 'RCPT') answer(word);
      else if (word === 'RSET') {
        answer('RSET');
        isFirst = false;
      } else socket.write('250 ok\r\n');
    };
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = `${rest}${chunk}`.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) read(line);
    });
    answer('greeting');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return await createCampaignMail(
    `smtp://127.0.0.1:${port}?socketTimeout=1000&greetingTimeout=300&takingTimeout=${takingMs}`,
    'Um Site <ola@example.test>',
  ).connect();
}
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const OPEN = [1, 'taken'];
const OVER = [0, null];

test.each<[string, Script, Partial<HandOver>, unknown[]]>([
  ['accepts the email', {}, { kind: 'taken' }, [2, 'taken']],
  ['defers the recipient', { RCPT: '450 busy' }, { kind: 'deferred' }, OPEN],
  ['rejects the recipient', { RCPT: '550 no such mailbox' }, { kind: 'refused', refused: 'recipient', error: '550 no such mailbox' }, OPEN],
  ['defers the email', { DATA: '451 later' }, { kind: 'deferred' }, OPEN],
  ['rejects the email', { DATA: '554 no' }, { kind: 'refused', refused: 'email' }, OPEN],
  ['defers the email after its content', { mail: '452 full' }, { kind: 'deferred' }, [2, 'taken']],
  ['rejects the email after its content', { mail: '554 spam' }, { kind: 'refused', refused: 'email' }, [2, 'taken']],
  [
    'rejects the sender after the content',
    { mail: '550 5.4.5 Daily limit exceeded' },
    { kind: 'deferred', isOfSender: true },
    [2, 'taken'],
  ],
  ['rejects our connection', { MAIL: '550 not from here' }, { kind: 'broken', isHanded: false }, OVER],
  ['closes the service (421)', { RCPT: '421 too many mails' }, { kind: 'broken', isHanded: false }, OVER],
  ['defers the recipient and hangs up', { RCPT: '450 busy', RSET: 'hangs up' }, { kind: 'deferred' }, OVER],
  ['rejects the recipient and goes silent', { RCPT: '550 no', RSET: 'says nothing' }, { kind: 'refused' }, OVER],
  ['rejects the email and hangs up', { mail: '554 spam', RSET: 'hangs up' }, { kind: 'refused' }, [1, null]],
  ['closes the service (421) after the content', { mail: '421 not now' }, { kind: 'deferred' }, [1, null]],
  ['closes the service (421) in the middle of a line', { mail: '421 not now…' }, { kind: 'deferred' }, [1, null]],
  ['hangs up before the email', { RCPT: 'hangs up' }, { kind: 'broken', isHanded: false }, OVER],
  ['hangs up instead of waiting for the content', { DATA: 'hangs up' }, { kind: 'broken', isHanded: false }, OVER],
  ['goes silent', { RCPT: 'says nothing' }, { kind: 'broken', isHanded: false }, OVER],
  ['hangs up after the content', { mail: 'hangs up' }, { kind: 'broken', isHanded: true }, [1, null]],
  ['goes silent after the content', { mail: 'says nothing' }, { kind: 'broken', isHanded: true }, [1, null]],
])('the campaign mail client reports the outcome when the mail server %s', async (_how, script, outcome, [mails, next]) => {
  const connection = await connect(script);
  expect(await connection.hand(email, async () => true)).toMatchObject(outcome);
  // A connection stays usable after a response to the email, and is closed after any other failure.
  expect(connection.isOpen() ? (await connection.hand(email, async () => true)).kind : null).toBe(next);
  expect(whole).toBe(mails);
  connection.close();
});

test('a mail server has more time to check an email than for any other step', async () => {
  const slow = await connect({ mail: 'says nothing' }, 5_000);
  const outcome = slow.hand(email, async () => true);
  setTimeout(() => sockets[0]?.write('250 taken\r\n'), 1_800);
  expect(await outcome).toEqual({ kind: 'taken' });
  // The longer wait does not apply to the next email.
  sockets[0]?.pause();
  const began = performance.now();
  expect(await slow.hand(email, async () => true)).toMatchObject({ kind: 'broken', isHanded: false });
  expect(performance.now() - began).toBeLessThan(3_000);
});

test('an issue that is withdrawn during the handover is not delivered', async () => {
  const connection = await connect({});
  expect(await connection.hand(email, async () => false)).toEqual({ kind: 'withheld' });
  expect([connection.isOpen(), whole]).toEqual([false, 0]);
});

test.each<[string, Script, RegExp]>([
  ['accepts no connection', { greeting: '421 Too many connections' }, /421 Too many connections/],
  ['stays silent', { greeting: 'says nothing' }, /[Gg]reeting/],
  ['hangs up', { greeting: 'hangs up' }, /closed/],
])('connecting fails for a mail server that %s', async (_how, script, words) => {
  await expect(connect(script)).rejects.toThrow(words);
});

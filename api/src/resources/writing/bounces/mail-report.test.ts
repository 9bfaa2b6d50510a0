import { isPlain } from '@site/shared/texts/plain-text.ts';
import { describe, expect, test } from 'vitest';
import { readMailReport } from './mail-report.ts';

const OURS = '<aaaa.bbbb.cccc@raizepalavra.test>';
const HEADERS = `Message-ID:\n ${OURS}\nSubject: Uma carta`;
const FAILED = 'Final-Recipient: rfc822; ana@leitores.test\nAction: failed\nStatus: 5.1.1';

type Part = { type: string; body: string; encoding?: string };
const delivery = (...blocks: string[]): Part => ({
  type: 'message/delivery-status',
  body: ['Reporting-MTA: dns; mx.leitores.test', ...blocks].join('\n\n'),
});
const feedback = (type: string): Part => ({ type: 'message/feedback-report', body: `Feedback-Type: ${type}\nVersion: 1` });
const returned = (body = HEADERS, type = 'text/rfc822-headers'): Part => ({ type, body });

function mail(...parts: Part[]): Uint8Array {
  const written = parts.map(({ type, body, encoding }) => {
    const text = encoding === 'base64' ? Buffer.from(body).toString('base64') : body;
    return `--x\nContent-Type: ${type}\n${encoding ? `Content-Transfer-Encoding: ${encoding}\n` : ''}\n${text}\n`;
  });
  const head = 'From: MAILER-DAEMON@mx.test\nSubject: Undelivered\nMIME-Version: 1.0\nContent-Type: multipart/report; boundary=x\n\n';
  const text = `${head}--x\nContent-Type: text/plain\n\nMessage-ID: <written@in.words>\n\n${written.join('\n')}--x--\n`;
  return Buffer.from(text.replaceAll('\n', '\r\n'));
}

describe('a delivery report', () => {
  test.each([
    ['5.1.1', true],
    ['5.1.10', true],
    ['5.1.2', true],
    // These reports are about the sender's address, so the reader's mailbox did not bounce.
    ['5.1.7', false],
    ['5.1.8', false],
    ['5.2.2', false],
    ['4.4.7', false],
  ])('a delivery report with status %s says that the mailbox no longer exists: %s', async (status, isGone) => {
    const raw = mail(delivery(`Action: failed\nStatus: ${status}`), returned());
    expect(await readMailReport(raw)).toMatchObject({ messageId: OURS, kind: 'returned', isGone, reason: status });
  });

  test('a delivery report has its reason in one line, even if only the status states it', async () => {
    const raw = mail(delivery('Action: FAILED\nDiagnostic-Code: smtp; 550 5.1.1\n <ana@leitores.test> is\n unknown'), returned());
    expect(await readMailReport(raw)).toMatchObject({ isGone: true, reason: '550 5.1.1 <ana@leitores.test> is unknown' });
  });

  test('a delivery report is read with the whole email in it, in base64, and cut off after the headers', async () => {
    const whole = `${HEADERS}\nContent-Type: text/plain\n\nMessage-ID: <in.the@body>`;
    for (const parts of [
      [delivery(FAILED), returned(whole, 'message/rfc822')],
      [
        { ...delivery(FAILED), encoding: 'base64' },
        { ...returned(), encoding: 'base64' },
      ],
    ])
      expect(await readMailReport(mail(...parts))).toMatchObject({ messageId: OURS, isGone: true });
    const raw = mail(delivery(FAILED), returned(`${whole}\n${'x'.repeat(1_000)}`, 'message/rfc822'));
    expect(await readMailReport(raw.subarray(0, raw.length - 500))).toMatchObject({ messageId: OURS, isGone: true });
  });

  test("a delivery report's reason is a line that can be stored", async () => {
    const broken = `Action: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; full\0 of${' 📚'.repeat(200)}`;
    const report = await readMailReport(mail({ ...delivery(broken), encoding: 'base64' }, returned()));
    const reason = report?.kind === 'returned' ? report.reason : '';
    expect(reason).toMatch(/^5\.2\.2 full of 📚 /);
    expect(isPlain(reason)).toBe(true);
    expect(reason.length).toBeLessThanOrEqual(300);
  });

  test('a delivery report about several recipients names the failed one, and a delay or a delivery is no bounce', async () => {
    const relayed = 'Final-Recipient: rfc822; bia@leitores.test\nAction: relayed\nStatus: 2.1.5';
    expect(await readMailReport(mail(delivery(relayed, FAILED), returned()))).toMatchObject({ kind: 'returned' });
    for (const action of ['delayed', 'delivered', 'relayed'])
      expect(await readMailReport(mail(delivery(`Action: ${action}\nStatus: 4.4.1`), returned()))).toMatchObject({ kind: 'news' });
  });

  test('a delivery report without its email or without a verdict is ignored', async () => {
    for (const parts of [
      [delivery(FAILED)],
      [returned()],
      [delivery(), returned()],
      [delivery(FAILED), returned('Subject: Uma carta')],
      [delivery(FAILED), returned(`Subject: Uma carta\n\nMessage-ID: ${OURS}`, 'message/rfc822')],
    ])
      expect(await readMailReport(mail(...parts))).toBeNull();
    expect(await readMailReport(Buffer.from(`Subject: Re: Uma carta\r\nIn-Reply-To: ${OURS}\r\n\r\n5.1.1`))).toBeNull();
    expect(await readMailReport(Buffer.from([0, 255, 13, 10]))).toBeNull();
  });
});

test.each([
  ['abuse', 'complaint'],
  ['fraud', 'complaint'],
  ['opt-out', 'complaint'],
  ['not-spam', 'news'],
  ['auth-failure', 'news'],
])('a feedback report of type %s is read as %s', async (type, kind) => {
  expect(await readMailReport(mail(feedback(type), returned(HEADERS, 'message/rfc822')))).toEqual({ messageId: OURS, kind });
});

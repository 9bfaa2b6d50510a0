import { Hono } from 'hono';
import * as v from 'valibot';
import type { MessageFilter } from './inbox.ts';
import type { Mailbox } from './mailbox.ts';
import { inboxPage, MESSAGE_POLICY, messageBody } from './pages.ts';
import { RefusalSchema } from './refusals.ts';
import { ReportSchema, writeReport } from './reports.ts';
import { SlownessSchema } from './slowness.ts';
import type { MailState } from './smtp.ts';

const WAIT_MS = 15_000;

/**
 * The inbox over HTTP: a page for people, and `GET /messages?to=…&subject=…` for tests, newest first. With `wait`, it responds when an
 * email matches, or after 15 s with none. Tests can also control the mail server:
 *
 * - `GET`, `POST`, `DELETE /_local/refusals`   `{ to, code?, times?, at?, says? }` rejects emails to an address, 5xx permanently, 4xx temporarily
 * - `POST /_local/slowness`   `{ recipientMs?, mailMs?, connections? }` delays these responses and limits the connections
 * - `GET /_local/taken`   lists a digest of address and Message-ID of every accepted email, in order
 * - `POST /_local/reports`   `{ message, kind, status?, action?, messageId? }` makes an accepted email bounce, or its reader complain
 * - `GET`, `POST`, `DELETE /_local/mailbox`   lists the folders of the author's mailbox, delivers a raw email to it, or empties it
 */
type Parts = MailState & { mailbox: Mailbox; port: number };

export function createInboxApp({ inbox, mailbox, refusals, taken, slowness, port }: Parts): Hono {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  return (
    new Hono()
      // Another site in the same browser may not read or clear the inbox, but it may link to it.
      .use(async (c, next) => {
        const elsewhere = c.req.header('sec-fetch-site') === 'cross-site' && c.req.header('sec-fetch-mode') !== 'navigate';
        const origin = c.req.header('origin');
        if (!hosts.has(c.req.header('host') ?? '') || elsewhere || (origin && !hosts.has(URL.parse(origin)?.host ?? ''))) {
          return c.text('refused', 403);
        }
        await next();
        c.header('cache-control', 'no-store');
      })
      .get('/healthz', (c) => c.text('ok'))
      .get('/messages', async (c) => {
        const filter: MessageFilter = { to: c.req.query('to'), subject: c.req.query('subject') };
        if (c.req.query('wait') === undefined) return c.json(inbox.find(filter));
        return c.json(await inbox.waitFor(filter, WAIT_MS, c.req.raw.signal));
      })
      .delete('/messages', (c) => {
        inbox.clear();
        return c.json({ deleted: true });
      })
      .get('/messages/:id', (c) => {
        const message = inbox.get(c.req.param('id'));
        return message ? c.json(message) : c.notFound();
      })
      .get('/messages/:id/html', (c) => {
        const message = inbox.get(c.req.param('id'));
        return message ? c.html(messageBody(message), 200, { 'content-security-policy': MESSAGE_POLICY }) : c.notFound();
      })
      .get('/_local/refusals', (c) => c.json(refusals.list()))
      .post('/_local/refusals', async (c) => {
        const refusal = v.safeParse(RefusalSchema, await c.req.json().catch(() => null));
        if (!refusal.success) return c.json({ error: refusal.issues[0].message }, 400);
        refusals.set(refusal.output);
        return c.json(refusals.list());
      })
      .delete('/_local/refusals', (c) => {
        refusals.clear();
        return c.json([]);
      })
      .post('/_local/slowness', async (c) => {
        const waits = v.safeParse(SlownessSchema, await c.req.json().catch(() => null));
        if (!waits.success) return c.json({ error: waits.issues[0].message }, 400);
        slowness.set(waits.output);
        return c.json(waits.output);
      })
      .get('/_local/taken', (c) => c.json(taken.list()))
      .post('/_local/reports', async (c) => {
        const report = v.safeParse(ReportSchema, await c.req.json().catch(() => null));
        if (!report.success) return c.json({ error: report.issues[0].message }, 400);
        const about = inbox.get(report.output.message);
        if (!about) return c.notFound();
        return c.json({ uid: mailbox.deliver(writeReport(about, report.output)).uid });
      })
      .get('/_local/mailbox', (c) => c.json(Object.fromEntries(mailbox.names().map((name) => [name, mailbox.folder(name)?.mails]))))
      .post('/_local/mailbox', async (c) => c.json({ uid: mailbox.deliver(await c.req.text()).uid }))
      .delete('/_local/mailbox', (c) => {
        mailbox.clear();
        return c.json({});
      })
      .post('/clear', (c) => {
        inbox.clear();
        return c.redirect('/', 303);
      })
      .get('/', (c) => {
        const messages = inbox.find();
        return c.html(inboxPage(messages, inbox.get(c.req.query('message') ?? '') ?? messages[0]));
      })
  );
}

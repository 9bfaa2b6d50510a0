// The stand-in for a mail provider. It accepts every email over SMTP and shows it. No email leaves this machine. It also serves the
// author's mailbox.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { makeFolder } from '@site/shared/process/files.ts';
import { listen, required, requiredPort, runStandIn } from '../stand-in.ts';
import { openAcceptedEmails } from './accepted-emails.ts';
import { createImapServer } from './imap.ts';
import { openInbox } from './inbox.ts';
import { openMailbox } from './mailbox.ts';
import { createRefusals } from './refusals.ts';
import { createSlowness } from './slowness.ts';
import { createSmtpServer } from './smtp.ts';
import { createInboxApp } from './web.ts';

await runStandIn('mail', async () => {
  const directory = required('STATE_DIR');
  const port = requiredPort('INBOX_PORT');
  makeFolder(directory, 0o700);

  const state = {
    inbox: openInbox(join(directory, 'messages.jsonl')),
    refusals: createRefusals(),
    taken: openAcceptedEmails(join(directory, 'taken.log')),
    slowness: createSlowness(),
  };
  const smtp = createSmtpServer(state);
  smtp.on('error', (error) => process.stderr.write(`smtp: ${error.message}\n`));
  const mailbox = openMailbox(join(directory, 'mailbox.json'));
  const imap = createImapServer(mailbox, required('MAILBOX_PASSWORD'));
  const web = createServer(getRequestListener(createInboxApp({ ...state, mailbox, port }).fetch));
  await listen(smtp.server, requiredPort('SMTP_PORT'));
  await listen(imap, requiredPort('IMAP_PORT'));
  await listen(web, port);

  return () => {
    smtp.close();
    imap.close();
    web.close();
    web.closeAllConnections();
  };
});
